"""Nim: take from one heap; whoever takes the last thing wins.  The folder to copy for a new game."""

from satplay.contracts.game import Game
from satplay.games._blank.analysis import judge, statistics
from satplay.games._blank.drawing import draw
from satplay.games._blank.formats import MOVES, STATES
from satplay.games._blank.players import PLAYERS
from satplay.games._blank.questions import QUESTIONS
from satplay.games._blank.rules import (
    START_OPTIONS,
    apply,
    deal,
    legal,
    odds,
    outcome,
    start,
    to_move,
    visible,
)
from satplay.games._blank.sketch import sketch
from satplay.games._blank.state import SEATS, State, Take
from satplay.games._blank.words import HELP, hint, tell

GAME: Game[State, Take] = Game(
    name="_blank",
    title="Nim",
    seats=SEATS,
    states=STATES,
    moves=MOVES,
    start=start,
    to_move=to_move,
    legal=legal,
    apply=apply,
    outcome=outcome,
    draw=draw,
    visible=visible,
    odds=odds,
    players=PLAYERS,
    questions=QUESTIONS,
    start_options=START_OPTIONS,
    deal=deal,
    sketch=sketch,
    help=HELP,
    tell=tell,
    hint=hint,
    judge=judge,
    statistics=statistics,
)
