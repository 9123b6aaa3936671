"""A game on the command line: between persons and players, many games between players, a record judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from satplay.cli.keeping import keep_game
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.cli.terminal import Screen
    from satplay.verbs.match import Match, MatchTurn

INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for; ``given`` is a record or a position."""

    subject: str | None
    given: str | None
    options: Mapping[str, str]
    seed: int | None
    seat: str | None
    against: str | None
    named: Mapping[str, str]


def run_match(wish: Wish, screen: Screen, record: str | None) -> int:
    """Until the person leaves, or, where no person plays, until the game is over."""
    return _Table(wish, screen, record).play()


def run_tournament(wish: Wish, games: int, plies: int | None, *, json: bool, screen: Screen) -> int:
    """The table of many games; after Ctrl-C of those that were played."""
    from satplay.cli.printing import print_json, print_lines, remark
    from satplay.cli.progress import working
    from satplay.verbs.seating import game_called, seating
    from satplay.verbs.tournament import PLIES, Tournament

    if wish.seat is not None or wish.given is not None or wish.subject is None:
        raise BadInput(
            "command", found="--games with a seat or a record", expected="the name of a game, and players"
        )
    game = game_called(wish.subject)
    players = seating(game, wish.named, against=wish.against, person=False)
    tournament = Tournament(
        game,
        games=games,
        players=players,
        options=wish.options,
        seed=wish.seed,
        plies=PLIES if plies is None else plies,
    )
    interrupted = False
    try:
        with working(game.title) as progress:
            tournament.play(progress)
    except KeyboardInterrupt:
        interrupted = True
    table = tournament.table
    if json:
        print_json({**table.as_json(), "interrupted": interrupted})
    else:
        print_lines(screen.words(table.lines()))
    if interrupted:
        remark(f"interrupted after {table.games} of {games} games")
    return INTERRUPTED if interrupted else 0


def run_analysis(wish: Wish, *, json: bool, screen: Screen) -> int:
    """What each move of a record was worth."""
    from satplay.cli.printing import print_json, print_lines
    from satplay.verbs.analysis import analyse

    if wish.given is None:
        raise BadInput("command", found="--analyse alone", expected="a record")
    analysis = analyse(_opened(wish))
    if json:
        print_json(analysis.as_json())
    else:
        print_lines(screen.words(analysis.lines()))
    return 0


def _opened(wish: Wish) -> Match:
    """The game that was asked for, with everybody at his seat."""
    from satplay.verbs.opening import begin
    from satplay.verbs.seating import game_called, seating

    if wish.given is None:
        assert wish.subject is not None
        game = game_called(wish.subject)
        players = seating(game, wish.named, seat=wish.seat, against=wish.against)
        return begin(game, options=wish.options, players=players, seed=wish.seed)
    match = begin(wish.subject, wish.given, options=wish.options, players=wish.named, seed=wish.seed)
    if wish.seat is None and wish.against is None:
        return match
    players = seating(match.game, wish.named, seat=wish.seat, against=wish.against)
    return replace(match, players=players)


class _Table:
    """Where a game is played: lines come in, pictures and answers go out, and the record is kept."""

    def __init__(self, wish: Wish, screen: Screen, record: str | None) -> None:
        self._wish = wish
        self._screen = screen
        self._record = record
        self._picture: list[str] = []

    def play(self) -> int:
        from satplay.cli.play import typed
        from satplay.verbs.playing import Wants

        turn = self._begun(_opened(self._wish), drawn=self._wish.seed is None and self._wish.given is None)
        lines: Iterator[str] = typed()
        while True:
            while turn.playing.waiting:
                turn = self._stepped(turn.playing)
            if not turn.playing.persons:
                return 0
            before, turn = turn.playing, turn.playing.take(next(lines, "quit"))
            if turn.over:
                return 0
            if turn.wants is Wants.NEW:
                turn = self._begun(self._another(before))
            else:
                self._show(turn, changed=turn.playing is not before)

    def _begun(self, match: Match, *, drawn: bool = False) -> MatchTurn:
        from satplay.cli.printing import remark

        if self._record is not None:  # a file that cannot be written is told before the first move
            keep_game(self._record, match.game.name, match.saved())
        if drawn:
            remark(f"seed {match.seed}: --seed {match.seed} plays the same again")
        turn = match.begin()
        self._show(turn)
        return turn

    def _another(self, match: Match) -> Match:
        """A game like this one with the seed that follows."""
        from satplay.verbs.opening import begin

        if match.placed:
            return replace(match, states=match.states[:1], moves=(), resigned=None, seed=match.seed + 1)
        options = self._wish.options if self._wish.given is None else match.options
        return begin(match.game, options=options, players=match.players, seed=match.seed + 1)

    def _stepped(self, match: Match) -> MatchTurn:
        from satplay.cli.progress import working
        from satplay.solving.progress import report_progress

        with working(f"{match.to_move} thinks") as progress, report_progress(dict, progress):
            turn = match.step()
        self._show(turn, changed=True)
        return turn

    def _show(self, turn: MatchTurn, *, changed: bool = False) -> None:
        from satplay.cli.printing import print_lines

        if turn.shown is not None:
            picture = self._screen.position(turn.playing.game, turn.shown)
            if picture != self._picture or not changed:  # a move may change nothing that can be seen
                print_lines(["", *picture, ""])
            self._picture = picture
        said = turn.lines
        try:
            if changed and self._record is not None:
                keep_game(self._record, turn.playing.game.name, turn.playing.saved())
            if turn.file:
                keep_game(turn.file, turn.playing.game.name, turn.text)
        except BadInput as error:
            said = (*(said if changed else ()), str(error))
        print_lines(self._screen.said(said))
