"""Formulas, quantified formulas, proofs, strategies, and compressed files."""

from __future__ import annotations

import gzip
import io
import lzma
import zlib
from collections.abc import Hashable, Iterator, Sequence
from functools import cache, partial
from random import Random

import satplay
from satplay.contracts.engine import Limit, Unsat
from satplay.engines.native import NativeEngine
from satplay.errors import BadInput
from satplay.inputs.source import quote_text
from satplay.logic import aiger, compressed, dimacs, dimacs_plain, qdimacs
from satplay.logic.formula import Formula
from satplay.proofs.checking import check_in_python, check_proof
from satplay.proofs.drat import BinaryDrat, TextDrat
from satplay.proofs.lrat import TextLrat
from satplay.proofs.reading import recognise_format
from satplay.proofs.verdict import Refused, Unfinished, Verified
from tests.abuse.fuzz.case import Parts
from tests.abuse.fuzz.judging import Violation
from tests.abuse.fuzz.targets.target import (
    Target,
    bytes_of,
    expect,
    expect_same,
    read_or_refuse,
    size_class,
    text_of,
)
from tests.engines.formulas import pigeonhole, random_ksat

LIMIT = Limit(seconds=1.0, conflicts=3000)
FEW_VARIABLES, FEW_CLAUSES = 60, 400
NAIVE_VARIABLES = 12
DIMACS_TOKENS = (
    b"p cnf ",
    b"c ",
    b"c ind ",
    b"c p show ",
    b"0\n",
    b" 0 ",
    b"%\n",
    b"p cnf 0 0\n",
    b"x ",
    b"c 1 = ",
)
QDIMACS_TOKENS = (*DIMACS_TOKENS, b"a ", b"e ", b"a 1 0\n", b"e 2 0\n", b"\na 1 2 3 0\n")
PROOF_TOKENS = (
    b"d ",
    b" 0\n",
    b"0\n",
    b"c ",
    b"1 d 1 0\n",
    b"a\x02\0",
    b"d\x02\0",
    b" 0 1 2 0\n",
    b"\xff" * 6,
)
AIGER_TOKENS = (b"aag ", b"i0 v1\n", b"o0 v2\n", b"c\n", b"winner exists\n", b"winner forall\n", b"0 0 0 ")


def formula_targets() -> Iterator[Target]:
    yield Target("dimacs", "formulas", read_dimacs, formula_seeds, DIMACS_TOKENS)
    yield Target("qdimacs", "formulas", read_qdimacs, qdimacs_seeds, QDIMACS_TOKENS)
    yield Target("qbf", "formulas", decide_small, qdimacs_seeds, QDIMACS_TOKENS, seconds=20.0)
    yield Target("proof", "formulas", judge_proof, proof_seeds, PROOF_TOKENS, weight=2.0)
    yield Target("strategy", "formulas", judge_strategy, strategy_seeds, AIGER_TOKENS, seconds=20.0)
    yield Target("container", "formulas", read_container, container_seeds, (b"\x1f\x8b", b"\xfd7zXZ\0"))


# -- seeds -------------------------------------------------------------------------------------------


@cache
def small_formulas() -> tuple[Formula, ...]:
    rng = Random(1)
    random = [random_ksat(variables, 4 * variables, rng) for variables in (3, 5, 8, 12)]
    return tuple(
        Formula(clauses) for clauses in (pigeonhole(2), pigeonhole(3), [[1], [-1]], [[1, -2]], *random)
    )


@cache
def formula_seeds() -> Sequence[Parts]:
    named = b"c a formula\nc 1 = rain\nc 2 = snow\nc ind 1 2 0\np cnf 3 3\n1 -2 0\n-1\n3 0 2 3 0\n"
    return (
        (named,),
        (b"p cnf 0 0\n",),
        (b"p cnf 1 1\n0\n",),
        *((bytes_of(dimacs.write(f)),) for f in small_formulas()),
    )


@cache
def qdimacs_seeds() -> Sequence[Parts]:
    """Random quantified formulas that are true or false, some without a prefix."""
    rng = Random(2)
    texts = [b"p cnf 2 2\na 1 0\ne 2 0\n1 -2 0\n-1 2 0\n", b"p cnf 2 2\ne 1 0\na 2 0\n1 -2 0\n-1 2 0\n"]
    for formula in small_formulas():
        header, _, clauses = bytes_of(dimacs.write(formula)).partition(b"\n")
        variables = rng.sample(range(1, formula.var_count + 1), formula.var_count)
        blocks = b""
        while variables:
            block = [variables.pop() for _ in range(min(len(variables), rng.randint(1, 3)))]
            blocks += b"%s %s 0\n" % (rng.choice((b"a", b"e", b"e")), " ".join(map(str, block)).encode())
        texts.append(b"%s\n%s%s" % (header, blocks, clauses))
    return tuple((text,) for text in texts)


@cache
def proof_seeds() -> Sequence[Parts]:
    """Unsatisfiable formulas with proofs of the native engine in every format."""
    seeds: list[Parts] = [(b"p cnf 1 2\n1 0\n-1 0\n", b"0\n")]
    for formula in small_formulas():
        for writer in (TextDrat, BinaryDrat, TextLrat):
            file = io.BytesIO()
            engine = NativeEngine()
            engine.log_proof(writer(file))
            engine.add_flat(formula.flat)
            if isinstance(engine.solve(), Unsat):
                seeds.append((bytes_of(dimacs.write(formula)), file.getvalue()))
    return tuple(seeds)


@cache
def strategy_seeds() -> Sequence[Parts]:
    found = [(text, satplay.solve_qbf(quote_text(text_of(text)))) for (text,) in qdimacs_seeds()]
    return tuple((text, bytes_of(result.strategy_text())) for text, result in found)


@cache
def container_seeds() -> Sequence[Parts]:
    texts = [part for (part,) in formula_seeds()[:3]]
    packed = [pack(text) for text in texts for pack in (partial(gzip.compress, mtime=0), lzma.compress)]
    return tuple((data,) for data in (*packed, packed[0] + packed[2], packed[1] + packed[3], b"\x1f\x8b"))


# -- formulas ----------------------------------------------------------------------------------------


def read_dimacs(parts: Parts) -> Hashable:
    """The native reader and the one in Python agree, on clauses or on the error."""
    text = text_of(parts[0])
    dimacs.recognises(text)
    plain = _read_plain(parts[0])
    try:
        formula = read_or_refuse(lambda text: dimacs.stream(io.BytesIO(bytes_of(text))), text)
    except BadInput as error:
        if not parts[0].startswith(tuple(compressed.COMPRESSED)):
            expect_same("readers disagree", str(error), plain)
        raise
    expect(isinstance(plain, list), "readers disagree", f"only the plain reader refuses: {plain}")
    expect_same("readers disagree", formula.flat.tolist(), plain)
    again = dimacs.read(dimacs.write(formula))
    expect_same("round trip", again.flat.tolist(), formula.flat.tolist())
    expect_same("round trip", again.var_count, formula.var_count)
    return size_class(parts[0]), min(formula.clause_count, 3), min(formula.var_count, 3)


def _read_plain(data: bytes) -> list[int] | str:
    reader = dimacs_plain.Reader()
    fault = reader.feed(data) or reader.finish()
    return str(dimacs_plain.complaint(reader, fault)) if fault else list(reader.take_clauses().tolist())


def read_qdimacs(parts: Parts) -> Hashable:
    """A quantified formula survives writing and reading; ``strict`` refuses more, and reads the same."""
    text = text_of(parts[0])
    qdimacs.recognises(text)
    question = read_or_refuse(lambda text: qdimacs.stream(io.BytesIO(bytes_of(text))), text)
    again = qdimacs.read(qdimacs.write(question))
    expect_same(
        "round trip",
        (again.prefix, again.matrix.flat.tolist()),
        (question.prefix, question.matrix.flat.tolist()),
    )
    try:
        strict = qdimacs.read(text, strict=True)
    except BadInput:
        return "lenient", len(question.prefix)
    expect_same("strict", strict.prefix, question.prefix)
    return "strict", len(question.prefix), size_class(parts[0])


def decide_small(parts: Parts) -> Hashable:
    """Engines of quantified formulas agree; every answer is confirmed by a checked strategy."""
    question = qdimacs.stream(io.BytesIO(parts[0]))
    matrix = question.matrix
    if matrix.var_count > FEW_VARIABLES or matrix.clause_count > FEW_CLAUSES:
        return "large"
    found = satplay.solve_qbf(question, limit=LIMIT)
    if found.status == "unknown":
        return "unknown"
    expect(found.checked, "unchecked", f"{found.status} without a checked strategy")
    strategy = aiger.read(found.strategy_text(), question)
    expect(satplay.check_strategy(question, strategy).valid is True, "strategy", "refused after writing")
    if matrix.var_count <= NAIVE_VARIABLES:
        naive = satplay.solve_qbf(question, engine="naive", limit=LIMIT, unchecked=True).status
        expect(naive in (found.status, "unknown"), "disagreement", f"{found.status}, naive: {naive}")
    return found.status, len(question.prefix)


# -- proofs and strategies ---------------------------------------------------------------------------


def judge_proof(parts: Parts) -> Hashable:
    """The checkers agree, and no satisfiable formula is refuted."""
    formula = dimacs.stream(io.BytesIO(parts[0]))
    form = recognise_format(parts[1])
    if formula.var_count > 10 * FEW_VARIABLES or formula.clause_count > FEW_CLAUSES:
        return "large"
    verdict = check_proof(formula.flat, parts[1], format=form, every_line=True, seconds=2.0)
    plain = check_in_python(formula.flat, parts[1], form, every_line=True, seconds=2.0)
    if isinstance(verdict, Unfinished) or isinstance(plain, Unfinished):
        return "unfinished"
    if isinstance(verdict, Refused) and isinstance(plain, Refused):
        expect_same("checkers disagree", verdict.line, plain.line)
    expect_same("checkers disagree", type(verdict), type(plain))
    used = satplay.check_proof(formula, parts[1], seconds=2.0)
    if used.valid or isinstance(verdict, Verified):
        answer = satplay.solve(formula, limit=LIMIT).status
        expect(answer != "sat", "wrong proof", f"{form}: a satisfiable formula is refuted")
    return form, type(verdict).__name__, used.valid, str(getattr(verdict, "reason", ""))[:30]


def judge_strategy(parts: Parts) -> Hashable:
    """A strategy that is verified belongs to the player who wins."""
    question = qdimacs.stream(io.BytesIO(parts[0]))
    matrix = question.matrix
    if matrix.var_count > FEW_VARIABLES or matrix.clause_count > FEW_CLAUSES:
        return "large"
    strategy = read_or_refuse(lambda text: aiger.read(text, question), text_of(parts[1]))
    again = aiger.read(aiger.write(strategy, question), question)
    verdict = satplay.check_strategy(question, strategy, limit=LIMIT)
    if verdict.valid is None:
        return "unfinished"
    expect_same("round trip", satplay.check_strategy(question, again, limit=LIMIT).valid, verdict.valid)
    if verdict.valid:
        status = {"e": "sat", "a": "unsat"}[strategy.winner.value]
        found = satplay.solve_qbf(question, limit=LIMIT).status
        expect(found in (status, "unknown"), "wrong strategy", f"verified for {status}, but it is {found}")
    return verdict.valid, verdict.why_malformed is None, size_class(parts[1])


# -- containers --------------------------------------------------------------------------------------


def read_container(parts: Parts) -> Hashable:
    """A compressed file is read or refused; the same content, however it is divided into reads."""
    content = compressed.content(io.BytesIO(parts[0]), 1 << 20)
    if parts[0].startswith(b"\x1f\x8b") and len(content) < 1 << 20:
        try:
            expected = gzip.decompress(parts[0])
        except (OSError, EOFError, zlib.error) as error:
            raise Violation("container", f"the standard library refuses it: {error}") from None
        expect_same("container", content, expected)
    formula = dimacs.stream(io.BytesIO(parts[0]))
    return size_class(content), min(formula.clause_count, 3)
