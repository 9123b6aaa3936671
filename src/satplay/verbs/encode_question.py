"""encode: a question about a game as a formula, as DIMACS or QDIMACS with a name for every variable."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, BinaryIO

from satplay.contracts.question import QueryEncoding
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.logic import dimacs, qdimacs
from satplay.logic.formula import Formula
from satplay.logic.quantified import Quantified
from satplay.verbs.ask import prepare_query


@dataclass(frozen=True, slots=True)
class EncodedQuestion:
    """The formula of one question; ``str`` is its text, ``write_to`` writes it into an open file."""

    subject: str
    question: str
    encoding: QueryEncoding = field(repr=False)
    seconds: float = field(compare=False)

    @property
    def formula(self) -> Formula | Quantified:
        """The formula, with its quantifiers if it has any."""
        return self.encoding.formula

    @property
    def clauses(self) -> Formula:
        """The clauses, without quantifiers."""
        return self.formula.matrix if isinstance(self.formula, Quantified) else self.formula

    def comments(self) -> Iterator[str]:
        """The comments of the file."""
        yield f"{self.subject} {self.question}, encoding {self.encoding.name}: {self.encoding.source}"
        yield f"true if and only if {self.encoding.meaning}"

    def write_to(self, file: BinaryIO) -> None:
        """Write the text into an open file."""
        if isinstance(self.formula, Quantified):
            qdimacs.write_to(self.formula, file, self.comments())
        else:
            dimacs.write_to(self.formula, file, self.comments())

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints; ``prefix`` is null if there are no quantifiers."""
        prefix = None
        if isinstance(self.formula, Quantified):
            prefix = [[block.quantifier.value, list(block.variables)] for block in self.formula.prefix]
        return {
            "subject": self.subject,
            "question": self.question,
            "encoding": self.encoding.name,
            "source": self.encoding.source,
            "says": self.encoding.meaning,
            "variables": self.clauses.var_count,
            "clauses": self.clauses.clause_count,
            "names": {str(var): str(atom) for var, atom in self.clauses.atoms()},
            "prefix": prefix,
            "cnf": list(map(list, self.clauses)),
            "seconds": {"encode": round(self.seconds, 6)},
        }

    def __str__(self) -> str:
        file = io.BytesIO()
        self.write_to(file)
        return file.getvalue().decode()


def encode_question(
    subject: str, question: str, *arguments: Any, options: Mapping[str, str] | None = None
) -> EncodedQuestion:
    """The formula of a question about a game; ``BadInput`` if the question has none.

    >>> encoded = encode_question("chopsticks", "possible-win", "1,1|1,1", options={"within": "2"})
    >>> encoded.question, str(encoded)[:6]
    ('possible-win', 'p cnf ')
    """
    started = time.perf_counter()
    query, request = prepare_query(subject, question, arguments, options)
    if query.state is None:
        raise BadInput("question", found=question, expected="one that can be encoded as a formula")
    encoding = query.state(request)
    return EncodedQuestion(subject, question, encoding, time.perf_counter() - started)
