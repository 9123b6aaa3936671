"""Nim: take from one heap; the player who takes the last thing wins.  The folder to copy for a new game."""

from satplay.contracts.game import Game
from satplay.games.nim.drawing import draw
from satplay.games.nim.formats import MOVES, STATES
from satplay.games.nim.hints import hint
from satplay.games.nim.judge import judge, statistics
from satplay.games.nim.messages import help_lines, prompt, short_rules, tell
from satplay.games.nim.players import PLAYERS, winning_seat
from satplay.games.nim.questions import QUESTIONS
from satplay.games.nim.rules import (
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
from satplay.games.nim.sketch import sketch
from satplay.games.nim.state import SEATS, State, Take
from satplay.games.nim.typed_moves import readings

GAME: Game[State, Take] = Game(
    name="nim",
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
    help=help_lines,
    rules=short_rules,
    prompt=prompt,
    readings=readings,
    winning_seat=winning_seat,
    tell=tell,
    hint=hint,
    judge=judge,
    statistics=statistics,
)
