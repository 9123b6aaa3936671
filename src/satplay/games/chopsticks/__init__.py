"""Chopsticks: tap the opponent's hands until they are out; a player without fingers has lost."""

from satplay.contracts.game import Game
from satplay.games.chopsticks.drawing import draw
from satplay.games.chopsticks.formats import MOVES, STATES
from satplay.games.chopsticks.hints import hint
from satplay.games.chopsticks.judge import judge, statistics
from satplay.games.chopsticks.messages import help_lines, prompt, short_rules, tell
from satplay.games.chopsticks.play import apply, legal, odds, outcome, to_move, visible
from satplay.games.chopsticks.players import PLAYERS, winning_seat
from satplay.games.chopsticks.questions import QUESTIONS
from satplay.games.chopsticks.sketch import sketch
from satplay.games.chopsticks.start import START_OPTIONS, deal, start
from satplay.games.chopsticks.state import SEATS, Move, State
from satplay.games.chopsticks.typed_moves import readings

GAME: Game[State, Move] = Game(
    name="chopsticks",
    title="Chopsticks",
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
    text_option="position",
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
