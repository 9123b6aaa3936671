"""Mastermind as a game: the record ``GAME``."""

from satplay.contracts.game import Game
from satplay.puzzles.mastermind.browser import BROWSER
from satplay.puzzles.mastermind.game.cursor import CURSOR
from satplay.puzzles.mastermind.game.formats import MOVES, STATES
from satplay.puzzles.mastermind.game.guidance import (
    HINT_TOPICS,
    help_lines,
    hint,
    hint_facts,
    prompt,
    readings,
    short_rules,
)
from satplay.puzzles.mastermind.game.messages import draw, glimpse, sketch_state, statistics, tell
from satplay.puzzles.mastermind.game.players import PLAYERS
from satplay.puzzles.mastermind.game.rules import (
    START_OPTIONS,
    apply,
    board_size,
    from_board,
    legal,
    odds,
    outcome,
    person_seat,
    start,
    to_move,
    visible,
)
from satplay.puzzles.mastermind.game.state import SEAT_TITLES, SEATS, Move, State
from satplay.puzzles.mastermind.questions import QUESTIONS

GAME: Game[State, Move] = Game(
    name="mastermind",
    title="Mastermind",
    seats=SEATS,
    seat_titles=SEAT_TITLES,
    states=STATES,
    moves=MOVES,
    start=start,
    start_options=START_OPTIONS,
    to_move=to_move,
    legal=legal,
    apply=apply,
    outcome=outcome,
    draw=draw,
    visible=visible,
    odds=odds,
    person_seat=person_seat,
    from_board=from_board,
    players=PLAYERS,
    questions=QUESTIONS,
    glimpse=glimpse,
    sketch=sketch_state,
    help=help_lines,
    rules=short_rules,
    prompt=prompt,
    readings=readings,
    tell=tell,
    hint=hint,
    hint_facts=hint_facts,
    hint_topics=HINT_TOPICS,
    statistics=statistics,
    cursor=CURSOR,
    browser=BROWSER,
    board_size=board_size,
)
