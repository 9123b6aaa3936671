"""No command destroys what it was not told to replace: saved games, inputs, other outputs, permissions."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable, Sequence
from pathlib import Path

import click
import pytest

from satplay.cli import files, main
from satplay.cli.app import COMMANDS, app
from satplay.cli.files import whole_file
from satplay.cli.output_files import OutputFile

Run = Callable[..., tuple[int, str, str]]
"""From words, and moves on standard input, to the exit status and what is printed."""

UNSAT = "p cnf 1 2\n1 0\n-1 0\n"
PRECIOUS = "precious\n"
BOARD = "4.2/.../2.."


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path / "data"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run_in_process(*words: str, moves: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(moves))
        status = main(list(words))
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run_in_process


def expect_refusal(run: Run, *words: str, because: str) -> None:
    """The command ends with status 2 and one line on stderr, and changes no file."""
    before = contents(Path.cwd())
    status, out, err = run(*words)
    assert (status, out) == (2, "") and because in err and err.count("\n") == 1, err
    assert contents(Path.cwd()) == before


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# -- saved games -------------------------------------------------------------------------------------


def test_a_record_does_not_replace_a_file(run: Run) -> None:
    Path("thesis.txt").write_text(PRECIOUS)
    words = ("play", "nim", "--seed", "1", "--record", "thesis.txt")
    because = (
        "bad name: found 'thesis.txt', a file that exists already, expected a new name; "
        "--overwrite replaces it"
    )
    expect_refusal(run, *words, because=because)
    assert run(*words, "--overwrite", moves="A1\n")[0] == 0
    assert Path("thesis.txt").read_text().startswith("=== satplay record")


def test_a_record_does_not_replace_another_saved_game(run: Run) -> None:
    run("play", "nim", "--seed", "1", "--record", "@evening", moves="A1\n")
    saved = run("keep", "@evening")
    words = ("play", "hashi", BOARD, "--record", "@evening")
    because = "found '@evening', a saved game of nim, expected a new name; --overwrite replaces it"
    expect_refusal(run, *words, because=because)
    assert run("keep", "@evening") == saved
    assert run(*words, "--overwrite")[0] == 0
    assert "hashi" in run("keep")[1] and "nim" not in run("keep")[1]


def test_the_refusal_comes_before_a_board_is_generated(run: Run) -> None:
    Path("game.txt").write_text(PRECIOUS)
    status, _, err = run("play", "hashi", "--record", "game.txt")
    assert status == 2 and "seed" not in err


@pytest.mark.parametrize("record", ["game.txt", "@evening"])
def test_a_resumed_game_continues_where_it_is_saved(run: Run, record: str) -> None:
    run("play", "hashi", BOARD, "--record", record, moves="A1 C1\n")
    assert run("play", record, "--record", record, moves="A1 C1\n")[0] == 0
    assert run("play", record, "--record", record, moves="undo\n")[1].splitlines()[3] == "1 4═══2"
    status, out, _ = run("play", record, moves=f"redo\nsave {record}\n")
    assert status == 0 and "Saved." in out


def test_a_record_does_not_replace_the_board_that_is_played(run: Run) -> None:
    Path("board.txt").write_text("4.2\n...\n2..\n")
    because = "a file that exists already"
    expect_refusal(run, "play", "hashi", "board.txt", "--record", "board.txt", because=because)
    expect_refusal(run, "play", "hashi", "board.txt", "--record", "../here/board.txt", because=because)
    _, out, _ = run("play", "hashi", "board.txt", moves="save board.txt\n")
    assert because in out and Path("board.txt").read_text() == "4.2\n...\n2..\n"


def test_a_typed_save_replaces_nothing_unless_told_to(run: Run) -> None:
    Path("thesis.txt").write_text(PRECIOUS)
    run("play", "nim", "--seed", "1", "--record", "@evening")
    saved = run("keep", "@evening")
    status, out, _ = run("play", "hashi", BOARD, moves="save thesis.txt\nsave @evening\nA1 C1\n")
    assert status == 0 and "Saved." not in out and "1 4───2" in out
    assert (
        "> save thesis.txt\nbad name: found 'thesis.txt', a file that exists already, expected a new name; "
        "save! thesis.txt replaces it\n"
    ) in out.replace("\n  ", " ")
    assert "save! @evening replaces it" in out.replace("\n", " ")
    assert Path("thesis.txt").read_text() == PRECIOUS and run("keep", "@evening") == saved
    status, out, _ = run("play", "hashi", BOARD, moves="save! thesis.txt\nsave! @evening\n")
    assert status == 0 and out.count("Saved.") == 2
    assert "A1" not in Path("thesis.txt").read_text() and run("keep", "@evening") != saved


def test_a_typed_save_replaces_what_the_session_wrote(run: Run) -> None:
    moves = "save game.txt\nA1 C1\nsave game.txt\nsave @evening\nA1 C1\nsave ./game.txt\nsave @evening\n"
    assert run("play", "hashi", BOARD, moves=moves)[1].count("Saved.") == 5
    assert Path("game.txt").read_text().endswith("A1 C1\nA1 C1\n")
    assert run("keep", "@evening")[1].endswith("A1 C1\nA1 C1\n")


def test_a_new_game_does_not_replace_the_resumed_one(run: Run) -> None:
    run("play", "nim", "--seed", "1", "--record", "game.txt", moves="A1\n")
    before = Path("game.txt").read_text()
    _, out, _ = run("play", "game.txt", moves="new\nsave game.txt\n")
    assert "save! game.txt replaces it" in out.replace("\n", " ") and Path("game.txt").read_text() == before


def test_overwrite_alone_is_refused(run: Run) -> None:
    for words in (["hashi", BOARD], ["nim", "--games", "2"]):
        expect_refusal(run, "play", *words, "--overwrite", because="expected --record with it")


def test_a_device_can_be_named_as_a_record(run: Run) -> None:
    assert run("play", "hashi", BOARD, "--record", os.devnull, moves=f"save {os.devnull}\n")[0] == 0


def test_a_collection_only_grows(run: Run) -> None:
    run("keep", "@mine", "hashi", "2.2")
    run("generate", "hashi", "--size", "4x4", "--seed", "1", "--keep", "@mine")
    assert run("keep", "@mine/1")[1] == "2.2\n"
    run("play", "hashi", BOARD, "--record", "@evening")
    for words in (["keep", "@evening", "hashi", "2.2"], ["generate", "hashi", "--keep", "@evening"]):
        expect_refusal(run, *words, because="found @evening, a saved game, expected another name")
    words = ["play", "hashi", BOARD, "--record", "@mine", "--overwrite"]
    expect_refusal(run, *words, because="found @mine, a collection, expected another name")


# -- names -------------------------------------------------------------------------------------------

BAD_NAMES = [
    "@../../x",
    "@a/b/c",
    "@",
    "@.",
    "@/etc/passwd",
    "@a b",
    "@-a",
    "@" + "x" * 62,
    "@a\tb",
    "@a.txt",
]
RULE = "expected @ and 1 to 61 letters, digits, _ or - (not first), as in @mine"


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_bad_name_is_refused_and_not_changed(run: Run, name: str) -> None:
    expect_refusal(run, "play", "hashi", BOARD, "--record", name, because=RULE)
    expect_refusal(run, "play", "hashi", BOARD, "--record", name, "--overwrite", because=RULE)
    expect_refusal(run, "keep", name, "hashi", "2.2", because=RULE)
    expect_refusal(run, "generate", "hashi", "--keep", name, because=RULE)
    status, out, err = run("play", "hashi", BOARD, moves=f"save {name}\nsave! {name}\n")
    assert (status, err) == (0, "") and out.replace("\n", " ").count(RULE) == 2 and "Saved." not in out
    assert contents(Path.cwd().parent) == {}


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_bad_name_is_not_an_input(run: Run, name: str) -> None:
    for words in (["solve", name], ["solve", "hashi", name], ["play", name]):
        expect_refusal(run, *words, because=RULE)


def test_a_file_whose_name_begins_with_an_at_sign_can_be_written(run: Run) -> None:
    assert "Saved." in run("play", "hashi", BOARD, moves="save ./@mine\n")[1]
    assert Path("@mine").read_text().startswith("=== satplay record")
    Path("@a.txt").write_text("2.2\n")
    assert run("solve", "@a.txt")[0] == 0  # it exists, and cannot be the name of anything stored


def test_an_empty_or_unprintable_file_name_is_refused(run: Run) -> None:
    expect_refusal(run, "play", "hashi", BOARD, "--record", "", because="found '', expected a file or @NAME")
    _, out, _ = run("play", "hashi", BOARD, moves="save\nsave \x1b[2J\nsave!\n")
    assert out.count("Save where? Type save FILE.") == 3 and "\x1b" not in out


# -- inputs and outputs of one command -----------------------------------------------------------------


@pytest.mark.parametrize("first", ["x", "./x", "link"])
@pytest.mark.parametrize(
    ("words", "options"),
    [
        (["solve", "cnf", UNSAT, "--proof-format", "drat"], ["--proof", "--proof-formula"]),
        (["backbone", "cnf", UNSAT, "--proof-format", "drat"], ["--proof", "--proof-formula"]),
        (["solve", "hashi", "2.2"], ["--svg", "--png"]),
        (["generate", "hashi", "--seed", "1"], ["--output", "--svg"]),
        (["generate", "hashi", "--seed", "1"], ["--pdf", "--output"]),
        (["trace", "cnf", UNSAT], ["-o", "--png"]),
        (["ask", "chopsticks", "map"], ["--svg", "--png"]),
    ],
)
def test_two_outputs_in_one_file_are_refused(
    run: Run, words: list[str], options: list[str], first: str
) -> None:
    Path("link").symlink_to("x")
    because = "expected a different file for each"
    expect_refusal(run, *words, options[0], first, options[1], "x", because=because)
    Path("x").write_text(PRECIOUS)
    expect_refusal(run, *words, options[0], first, options[1], "x", because=because)


def test_two_outputs_on_a_device_are_allowed(run: Run) -> None:
    words = ("--proof", os.devnull, "--proof-format", "drat", "--proof-formula", os.devnull)
    assert run("solve", "cnf", UNSAT, *words)[0] == 20


INPUTS = {
    "board.txt": "2.2\n",
    "answer.txt": "2═2\n",
    "f.cnf": UNSAT,
    "f.icnf": "a 1 0\na -1 0\n",
    "f.qdimacs": "p cnf 1 1\ne 1 0\n1 0\n",
    "position": "0,1|1,1",
}


OUTPUTS_ONTO_INPUTS = [
    ["convert", "hashi", "board.txt", "--to", "grid", "-o", "board.txt"],
    ["convert", "hashi", "board.txt", "--solution", "answer.txt", "-o", "answer.txt"],
    ["encode", "hashi", "board.txt", "-o", "board.txt"],
    ["encode", "chopsticks", "possible-win", "position", "-o", "position"],
    ["split", "f.cnf", "--cubes", "2", "-o", "f.cnf"],
    ["solve", "f.cnf", "--cubes", "2", "--proof", "p.lrat", "--proof-formula", "f.cnf"],
    ["solve", "f.cnf", "--cubes", "f.icnf", "--proof", "f.icnf", "--proof-format", "lrat"],
    ["solve", "hashi", "board.txt", "--svg", "board.txt"],
    ["solve", "board.txt", "--png", "board.txt"],
    ["solve", "f.cnf", "--proof", "f.cnf", "--proof-format", "drat"],
    ["solve", "f.cnf", "--proof", "p.drat", "--proof-formula", "f.cnf"],
    ["solve", "qbf", "f.qdimacs", "--strategy", "f.qdimacs"],
    ["backbone", "f.cnf", "--proof", "p.drat", "--proof-formula", "f.cnf"],
    ["check", "hashi", "board.txt", "answer.txt", "--svg", "board.txt"],
    ["check", "hashi", "board.txt", "answer.txt", "--png", "answer.txt"],
    ["hint", "hashi", "board.txt", "--svg", "board.txt"],
    ["hint", "hashi", "board.txt", "answer.txt", "--svg", "answer.txt"],
    ["explain", "hashi", "board.txt", "--svg", "board.txt"],
    ["explain", "hashi", "path-1.svg", "--svg", "path.svg"],
    ["explain", "hashi", "board.txt", "--html", "board.txt"],
    ["trace", "f.cnf", "-o", "f.cnf"],
    ["trace", "f.cnf", "--svg", "../here/f.cnf"],
    ["convert", "hashi", "board.txt", "--pdf", "board.txt"],
    ["audit", "hashi", "board.txt", "--encoding", "source", "--svg", "board.txt"],
    ["keep", "@mine", "hashi", "board.txt", "--csv", "board.txt"],
]


@pytest.mark.parametrize("words", OUTPUTS_ONTO_INPUTS)
def test_an_output_onto_an_input_is_refused(run: Run, words: list[str]) -> None:
    for name, text in {**INPUTS, "path-1.svg": INPUTS["board.txt"]}.items():
        Path(name).write_text(text)
    expect_refusal(run, *words, because="which is also an input, expected another file")


def test_every_command_with_inputs_and_outputs_is_tried() -> None:
    """``generate`` has no inputs; the questions of ``ask`` are commands of their own."""
    writing = {name for name in COMMANDS if any(isinstance(one.type, OutputFile) for one in params_of(name))}
    assert {words[0] for words in OUTPUTS_ONTO_INPUTS} == writing - {"generate"}


def params_of(name: str) -> Sequence[click.Parameter]:
    command = app.get_command(click.Context(app), name)
    assert command is not None
    return command.params


def test_standard_input_is_not_replaced_either(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("board.txt").write_text("2.2\n")
    with Path("board.txt").open() as file:
        monkeypatch.setattr("sys.stdin", file)
        assert main(["convert", "hashi", "-", "--to", "grid", "-o", "board.txt"]) == 2
    assert Path("board.txt").read_text() == "2.2\n"


def test_a_file_with_the_name_of_the_subject_is_not_an_input(run: Run) -> None:
    for _ in range(2):
        assert run("encode", "hashi", "2.2", "-o", "hashi")[0] == 0


def test_every_option_that_writes_a_file_is_known_as_one() -> None:
    """A new option that takes a FILE is an ``OutputFile``, unless it is listed here."""
    others = {("bench", "--baseline"), ("lab", "-o"), ("play", "--record")}  # an input, a folder, a save
    for name in COMMANDS:
        for option in params_of(name):
            takes_file = str(option.metavar).split("|")[0] in ("FILE", "FOLDER") and option.opts[0] != "files"
            is_output = isinstance(option.type, OutputFile)
            assert is_output == takes_file or (name, option.opts[0]) in others, (name, option.opts)


# -- permissions -------------------------------------------------------------------------------------------


@pytest.fixture(params=["nameless", "hidden"])
def _kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without support for unnamed temporary files."""
    if request.param == "hidden":
        monkeypatch.delattr(files.os, "O_TMPFILE", raising=False)


@pytest.mark.usefixtures("_kind")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o444, 0o755])
def test_a_replaced_file_keeps_its_mode(run: Run, mode: int) -> None:
    Path("out.txt").touch(mode=0o600)
    Path("out.txt").chmod(mode)
    assert run("convert", "hashi", "2.2", "--to", "grid", "-o", "out.txt")[0] == 0
    assert Path("out.txt").read_text() == "2.2\n" and stat.S_IMODE(Path("out.txt").stat().st_mode) == mode
    assert [path.name for path in Path.cwd().iterdir()] == ["out.txt"]


@pytest.mark.usefixtures("_kind")
def test_a_new_file_has_the_usual_mode() -> None:
    for mask in (0o022, 0o077, 0o002):
        before = os.umask(mask)
        try:
            with whole_file(Path(f"new-{mask}")) as file:
                file.write(b"new")
        finally:
            os.umask(before)
        assert stat.S_IMODE(Path(f"new-{mask}").stat().st_mode) == 0o666 & ~mask


@pytest.mark.usefixtures("_kind")
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may change owners")
def test_a_replaced_file_keeps_its_owner() -> None:
    Path("out.txt").touch(mode=0o640)
    os.chown("out.txt", 12345, 54321)
    with whole_file(Path("out.txt")) as file:
        file.write(b"new")
    after = Path("out.txt").stat()
    assert (after.st_uid, after.st_gid, stat.S_IMODE(after.st_mode)) == (12345, 54321, 0o640)


@pytest.mark.usefixtures("_kind")
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs a file of another user")
@pytest.mark.parametrize(("mode", "after"), [(0o600, 0o600), (0o664, 0o644), (0o640, 0o600)])
def test_the_file_of_another_group_does_not_become_more_open(tmp_path: Path, mode: int, after: int) -> None:
    folder = Path("/tmp", f"satplay-{os.getpid()}-{tmp_path.name}")  # others may not enter tmp_path
    folder.mkdir()
    try:
        folder.chmod(0o777)
        (folder / "out.txt").touch()
        (folder / "out.txt").chmod(mode)
        os.chown(folder / "out.txt", 12345, 54321)
        os.seteuid(65534)
        try:
            with whole_file(folder / "out.txt") as file:
                file.write(b"new")
        finally:
            os.seteuid(0)
        assert (folder / "out.txt").read_bytes() == b"new"
        assert stat.S_IMODE((folder / "out.txt").stat().st_mode) == after
    finally:
        (folder / "out.txt").unlink(missing_ok=True)
        folder.rmdir()
