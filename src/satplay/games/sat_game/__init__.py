"""The SAT game: Affirmative sets variables, Negative removes clauses, until one of them has won."""

from satplay.contracts.game import Game
from satplay.games.sat_game.drawing import draw
from satplay.games.sat_game.formats import MOVES, STATES
from satplay.games.sat_game.hints import hint
from satplay.games.sat_game.judge import judge, statistics
from satplay.games.sat_game.messages import help_lines, prompt, short_rules, tell
from satplay.games.sat_game.players import PLAYERS
from satplay.games.sat_game.questions import QUESTIONS
from satplay.games.sat_game.rules import apply, legal, odds, outcome, to_move, visible
from satplay.games.sat_game.sketch import sketch
from satplay.games.sat_game.start import START_OPTIONS, deal, start
from satplay.games.sat_game.state import SEATS, Move, State
from satplay.games.sat_game.typed_moves import readings
from satplay.games.sat_game.winning_moves import winner_of

GAME: Game[State, Move] = Game(
    name="sat-game",
    title="SAT game",
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
    text_option="formula",
    deal=deal,
    sketch=sketch,
    help=help_lines,
    rules=short_rules,
    prompt=prompt,
    readings=readings,
    winning_seat=winner_of,
    tell=tell,
    hint=hint,
    judge=judge,
    statistics=statistics,
)
