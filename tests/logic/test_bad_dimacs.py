"""The error message of a bad DIMACS file names file, line, column, what was found and what was expected."""

import gzip
import lzma
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from satplay.errors import BadInput
from satplay.logic import dimacs
from tests.ordinary_user import public_folder, without_root_rights


class Bad(NamedTuple):
    text: bytes
    line: int
    column: int
    found: str
    expected: str


HEADER = "'p cnf VARIABLES CLAUSES'"
LITERAL = "a literal from -3 to 3 or 0"
VARIABLES = "the number of variables, 0 to 2147483647"
CLAUSES = "the number of clauses, 0 to 9223372036854775807"
END_OF_HEADER = "the end of the line after the number of clauses"

BAD = {
    # no header
    "empty": Bad(b"", 1, 1, "an empty file", HEADER),
    "blank": Bad(b" \n\t\r\n", 3, 1, "an empty file", HEADER),
    "only comments": Bad(b"c\nc nothing here\n", 3, 1, "a file of comments only", HEADER),
    "one comment": Bad(b"c x", 1, 4, "a file of comments only", HEADER),
    "clause before header": Bad(b"c\n1 2 0\np cnf 3 1\n", 2, 1, "'1'", HEADER),
    "another format": Bad(b"2.3\n...\n", 1, 1, "'2.3'", HEADER),
    "glued header": Bad(b"pcnf 3 1\n1 0\n", 1, 1, "'pcnf'", HEADER),
    "end mark first": Bad(b"%\n0\n", 1, 1, "'%'", HEADER),
    "indented comment": Bad(b" c hello\np cnf 0 0\n", 1, 2, "'c'", HEADER),
    "byte order mark": Bad(b"\xef\xbb\xbfp cnf 3 1\n1 0\n", 1, 1, "a UTF-8 byte order mark", HEADER),
    "UTF-16": Bad("\ufeffp cnf 3 1\n".encode("utf-16-le"), 1, 1, "UTF-16 text", HEADER),
    "binary": Bad(b"\x7fELF\x02\x01", 1, 1, r"binary data '\x7fELF\x02\x01'", HEADER),
    # a bad header
    "alone": Bad(b"p\n", 1, 2, "end of line", "'cnf'"),
    "file ends after p": Bad(b"p", 1, 2, "end of file", "'cnf'"),
    "dnf": Bad(b"p dnf 3 1\n1 0\n", 1, 3, "'dnf'", "'cnf'"),
    "upper case": Bad(b"p CNF 3 1\n", 1, 3, "'CNF'", "'cnf'"),
    "no counts": Bad(b"p cnf\n3 1\n", 1, 6, "end of line", VARIABLES),
    "one count": Bad(b"c\np cnf 3\n1 0\n", 2, 8, "end of line", CLAUSES),
    "one count, then the end": Bad(b"p cnf 3 ", 1, 9, "end of file", CLAUSES),
    "negative variables": Bad(b"p cnf -3 1\n", 1, 7, "'-3'", VARIABLES),
    "negative clauses": Bad(b"p cnf 3 -1\n", 1, 9, "'-1'", CLAUSES),
    "too many variables": Bad(b"p cnf 2147483648 1\n", 1, 7, "'2147483648'", VARIABLES),
    "too many clauses": Bad(b"p cnf 3 9223372036854775808\n", 1, 9, "'9223372036854775808'", CLAUSES),
    "words for counts": Bad(b"p cnf three 1\n", 1, 7, "'three'", VARIABLES),
    "fraction": Bad(b"p cnf 3 1.0\n", 1, 9, "'1.0'", CLAUSES),
    "trailing word": Bad(b"p cnf 3 1 x\n1 0\n", 1, 11, "'x'", END_OF_HEADER),
    "clause in the header": Bad(b"p cnf 3 1 1 0\n", 1, 11, "'1'", END_OF_HEADER),
    "second header": Bad(
        b"c\np cnf 3 1\np cnf 3 1\n1 0\n", 3, 1, "a second header", "only the one in line 2"
    ),
    "header after a clause": Bad(
        b"p cnf 3 1\n1 0\np cnf 3 1\n", 3, 1, "a second header", "only the one in line 1"
    ),
    # a bad literal
    "word": Bad(b"p cnf 3 1\n1 abc 0\n", 2, 3, "'abc'", LITERAL),
    "beyond": Bad(b"p cnf 3 1\n1 4 0\n", 2, 3, "'4'", LITERAL),
    "negative beyond": Bad(b"p cnf 3 1\n1\n  -4 0\n", 3, 3, "'-4'", LITERAL),
    "no variables": Bad(b"p cnf 0 1\n1 0\n", 2, 1, "'1'", "0, as the header declares no variable"),
    "plus": Bad(b"p cnf 3 1\n+1 0\n", 2, 1, "'+1'", LITERAL),
    "decimal": Bad(b"p cnf 3 1\n1.5 0\n", 2, 1, "'1.5'", LITERAL),
    "hexadecimal": Bad(b"p cnf 3 1\n0x1 0\n", 2, 1, "'0x1'", LITERAL),
    "two minus": Bad(b"p cnf 3 1\n--1 0\n", 2, 1, "'--1'", LITERAL),
    "minus alone": Bad(b"p cnf 3 1\n- 1 0\n", 2, 1, "'-'", LITERAL),
    "minus nothing": Bad(b"p cnf 3 1\n1 -0\n", 2, 3, "'-0'", LITERAL),
    "difference": Bad(b"p cnf 3 1\n1-2 0\n", 2, 1, "'1-2'", LITERAL),
    "comma": Bad(b"p cnf 3 1\n1, 2 0\n", 2, 1, "'1,'", LITERAL),
    "tab before": Bad(b"p cnf 3 1\n1\t\t2\tx\t0\n", 2, 6, "'x'", LITERAL),
    "Windows lines": Bad(b"p cnf 3 1\r\n1 2\r\nx 0\r\n", 3, 1, "'x'", LITERAL),
    "form feed": Bad(b"p cnf 3 1\n1 \x0c 0\n", 2, 3, r"binary data '\x0c'", LITERAL),
    "zero byte": Bad(b"p cnf 3 1\n1 \x00 0\n", 2, 3, r"binary data '\x00'", LITERAL),
    "zero byte inside": Bad(b"p cnf 3 1\n1\x002 0\n", 2, 1, r"binary data '1\x002'", LITERAL),
    "not UTF-8": Bad(b"p cnf 3 1\n\xff\xfe 0\n", 2, 1, r"'\xff\xfe'", LITERAL),
    "another alphabet": Bad("p cnf 3 1\n١ 0\n".encode(), 2, 1, "'١'", LITERAL),
    "int32 wrapped": Bad(b"p cnf 3 1\n4294967297 0\n", 2, 1, "'4294967297'", LITERAL),
    "int64 wrapped": Bad(b"p cnf 3 1\n18446744073709551617 0\n", 2, 1, "'18446744073709551617'", LITERAL),
    "a line of digits": Bad(b"p cnf 3 1\n" + b"1" * 5000 + b" 0\n", 2, 1, f"'{'1' * 40}...'", LITERAL),
    "endless zeros": Bad(b"p cnf 3 1\n" + b"0" * 65, 2, 1, f"'{'0' * 40}...'", LITERAL),
    "comment after a clause": Bad(b"p cnf 3 1\n1 0 c done\n", 2, 5, "'c'", LITERAL),
    "comment in a clause": Bad(
        b"p cnf 3 1\n1 2\nc hm\n3 0\n", 3, 1, "a comment", "the rest of clause 1 up to its 0"
    ),
    # bad clauses
    "no 0": Bad(b"p cnf 3 2\n1 0\n2 3", 3, 4, "end of file", "0 at the end of clause 2"),
    "no 0 in the last line": Bad(b"p cnf 3 1\n2 3\n", 3, 1, "end of file", "0 at the end of clause 1"),
    "surplus": Bad(b"p cnf 3 1\n1 0 2 0\n", 2, 5, "clause 2", "1 clause as declared in the header"),
    "surplus empty clause": Bad(
        b"p cnf 3 2\n1 0\n2 0\n\n 0", 5, 2, "clause 3", "2 clauses as declared in the header"
    ),
    "missing": Bad(b"p cnf 3 2\n1 0\n", 3, 1, "1 clause", "2 clauses as declared in the header"),
    "all missing": Bad(b"p cnf 3 2", 1, 10, "0 clauses", "2 clauses as declared in the header"),
    "missing before %": Bad(
        b"p cnf 3 2\n1 0\n%\n0\n", 5, 1, "1 clause", "2 clauses as declared in the header"
    ),
    "% in a clause": Bad(b"p cnf 3 1\n1 2\n%\n0\n", 3, 1, "'%'", LITERAL),
    "% not at the start": Bad(b"p cnf 3 1\n1 0 %\n0\n", 2, 5, "'%'", LITERAL),
    "more after %": Bad(b"p cnf 3 1\n1 0\n%\n0\n1 0\n", 5, 1, "'1'", "nothing but 0 after '%'"),
    "comment after %": Bad(b"p cnf 3 1\n1 0\n%\nc\n", 4, 1, "'c'", "nothing but 0 after '%'"),
}


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_bad_file_is_refused_in_one_line(bad, tmp_path):
    path = tmp_path / "bad.cnf"
    path.write_bytes(bad.text)
    with pytest.raises(BadInput) as caught:
        dimacs.load(path)
    where = f"{path}:{bad.line}:{bad.column}"
    assert str(caught.value) == f"{where}: bad DIMACS: found {bad.found}, expected {bad.expected}"
    assert str(caught.value).isprintable()


# -- compressed files -----------------------------------------------------------------------------

GOOD = b"c some text\np cnf 3 2\n1 -2 0\n" + b"c padding\n" * 1000 + b"3 0\n"
PACKED = {"gzip": gzip.compress(GOOD, mtime=0), "xz": lzma.compress(GOOD)}


@pytest.mark.parametrize("kind", PACKED)
def test_truncated_compressed_data_is_refused(kind, tmp_path):
    whole = PACKED[kind]
    for length in (6, 12, len(whole) // 2, len(whole) - 1):
        assert f"found truncated {kind} data, expected a complete {kind} file" in refusal(
            whole[:length], tmp_path
        )


@pytest.mark.parametrize("kind", PACKED)
def test_damaged_compressed_data_is_refused(kind, tmp_path):
    damaged = bytearray(PACKED[kind])
    damaged[len(damaged) // 2] ^= 0xFF
    damaged[-6] ^= 0xFF
    assert f"expected a valid {kind} file" in refusal(bytes(damaged), tmp_path)


@pytest.mark.parametrize("kind", PACKED)
def test_trailing_data_after_compressed_data_is_refused(kind, tmp_path):
    assert f"found other data after the {kind} data" in refusal(
        PACKED[kind] + b"and something else", tmp_path
    )


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_an_error_inside_a_compressed_file_has_its_line_and_column(pack, tmp_path):
    assert ":2:3: bad DIMACS: found '9'" in refusal(pack(b"p cnf 3 1\n1 9 0\n"), tmp_path)


def refusal(content: bytes, folder: Path) -> str:
    path = folder / "bad.cnf.packed"
    path.write_bytes(content)
    with pytest.raises(BadInput) as caught:
        dimacs.load(path)
    assert str(caught.value).startswith(f"{path}:")
    return str(caught.value)


# -- files that cannot be read ---------------------------------------------------------------------


def load_error(path: Path | str) -> str:
    with pytest.raises(BadInput) as caught:
        dimacs.load(path)
    assert caught.value.source == str(path)
    assert str(caught.value).isprintable()
    return caught.value.found


def test_a_path_that_cannot_be_opened_is_bad_input(tmp_path):
    link = tmp_path / "link.cnf"
    link.symlink_to("nowhere.cnf")
    assert load_error(tmp_path / "none.cnf") == "no such file"
    assert load_error(tmp_path) == "a directory"
    assert load_error(link) == "a symbolic link to 'nowhere.cnf', which does not exist"
    assert load_error(f"{tmp_path}/nul\0.cnf").startswith("an impossible path")
    assert load_error(tmp_path / ("long" * 100)).startswith("an error while opening")


def test_a_file_without_read_permission_is_bad_input():
    with public_folder() as folder:
        path = folder / "secret.cnf"
        path.write_bytes(GOOD)
        path.chmod(0)
        with without_root_rights():
            assert load_error(path) == "a file without read permission"


# -- large numbers in the header cost nothing ------------------------------------------------------

LARGE = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({limit}, {limit}))
from satplay.logic import dimacs
formula = dimacs.read("p cnf 2000000000 1\\n-2000000000 1 0\\n")
assert formula.var_count == 2_000_000_000 and list(formula) == [(-2_000_000_000, 1)]
try:
    dimacs.read("p cnf 2147483647 9223372036854775807\\n1 0\\n")
except ValueError as error:
    assert "found 1 clause, expected 9223372036854775807 clauses" in str(error)
    # Not ru_maxrss: a child starts with the peak of the process that it was forked from.
    print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux how much memory is used")
def test_two_billion_declared_variables_take_no_memory():
    script = LARGE.format(limit=1 << 30)
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # thread stacks count as memory too
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, env=environment
    )
    assert run.stderr == ""
    assert int(run.stdout) < 256 << 10  # KiB


MEMORY = """
import resource
from satplay.logic import dimacs
chunk = b"1 0 " * (1 << 18)
reader = dimacs.new_reader()
reader.feed(b"p cnf 1 9223372036854775807\\n")
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 20),) * 2)
try:
    while True:
        reader.feed(chunk)
except MemoryError:
    print("MemoryError")
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="asks Linux how much memory is used")
def test_running_out_of_memory_is_a_memory_error():
    run = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("MemoryError\n", "")
