"""Every claim of the source documents of satplay, and the result of testing it.

``python -m satplay.lab.claims`` prints ``docs/claims.md``; the experiment ``audit`` compares its verdicts
with the same list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satplay.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a document in our words, and the result of testing it.

    ``tries``  commands that test it again
    ``audit``  puzzle and encoding, if an audit of these decides it
    ``wrong``  the properties that the audit refutes, each by a counterexample with a picture
    """

    text: str
    found: str
    tries: Sequence[str] = ()
    audit: tuple[str, str] | None = None
    wrong: Sequence[str] = ()

    @property
    def commands(self) -> list[str]:
        """All commands that test it."""
        if self.audit is None:
            return [*self.tries]
        puzzle, encoding = self.audit
        return [f"satplay audit {puzzle} --encoding {encoding}", *self.tries]

    @property
    def pictures(self) -> list[str]:
        """Names of pictures, one for each refuted property."""
        return [picture_name(*self.audit, kind) for kind in self.wrong] if self.audit is not None else []


def picture_name(puzzle: str, encoding: str, kind: str) -> str:
    """The name of a counterexample's picture in the report of ``audit`` and in the documents."""
    return f"{puzzle}_{encoding}_{kind}"


@dataclass(frozen=True, slots=True)
class Document:
    """A source document with its claims."""

    title: str
    by: str
    claims: Sequence[Claim]


DOCUMENTS: Sequence[Document] = (
    Document(
        "The SAT game",
        'ESRogs, "SAT Game Rules"',
        (
            Claim(
                "under perfect play the winner tells whether the formula was satisfiable",
                "true of the player who starts as Affirmative, not of the role: on {1}{-1} pass, accept "
                "and removal end with a win of the role Affirmative, which the other player holds by then",
                ["satplay lab sat-game-theorem", "satplay ask sat-game value '{1}{-1}'"],
            ),
            Claim(
                "while the formula is satisfiable Affirmative has a value to set that keeps it so; while it "
                "is not, Negative has a clause to remove or, where the rest is minimal, the pass",
                "true: the winning player has such a move in every position that was played out",
                ["satplay ask sat-game moves '{1}{-1}{1,2}'", "satplay lab sat-game-theorem"],
            ),
            Claim(
                "Negative must offer to switch when passing",
                "needed: without that offer, without the pass, or if Affirmative could pass, an exact "
                "solver finds formulas that the wrong player wins, such as {-1}{1,-2}{1,2}",
                ["pytest tests/games/sat_game/test_theorem.py"],
            ),
            Claim(
                "random 3-SAT turns from almost always satisfiable to almost never at about 4.27 clauses "
                "per variable; with mixed lengths it is another number",
                "confirmed: of formulas with 200 variables nine in ten have a model at 4.1, fewer than half "
                "at 4.3, one in seventeen at 4.5",
                ["satplay lab phase-transition"],
            ),
            Claim(
                "that ratio may decide whose turn is likely",
                "not for formulas small enough to play with: half of the formulas with 6 variables have a "
                "model at 5.5 clauses per variable, and there is no single number for mixed lengths",
                ["satplay lab phase-transition", "satplay lab sat-game-tournament"],
            ),
        ),
    ),
    Document(
        "Hashiwokakero",
        '"Concept for SAT-Reduction"',
        (
            Claim(
                "n disjunctions over shrinking lists force exactly n of k variables",
                "refuted: they force no number; two islands are enough to show it",
                audit=("hashi", "source-degrees"),
                wrong=["sound"],
            ),
            Claim(
                "that takes k clauses",
                "confirmed; none has more than k literals",
                ["satplay lab hashi-encodings"],
            ),
            Claim(
                "n - 1 unique bridges make sure that all islands are connected",
                "refuted with four islands: two separate pairs with enough bridges",
                audit=("hashi", "source-connectivity"),
                wrong=["sound"],
            ),
            Claim(
                "two bridges that cross exclude each other: a xor b",
                "refuted: xor also forces one of the two, which loses solutions; the clauses derived from "
                "xor are right",
                audit=("hashi", "source-crossing"),
                wrong=["complete"],
            ),
            Claim(
                "the test for crossings compares y with y and x with x of both bridges",
                "refuted: as printed it finds no crossing at all",
                audit=("hashi", "source-crossing-test"),
                wrong=["sound"],
            ),
            Claim(
                "all rules together are the puzzle in clauses",
                "refuted: it has the errors of its parts, and one bridge of two has two models",
                audit=("hashi", "source"),
                wrong=["sound", "exact"],
            ),
        ),
    ),
    Document(
        "CDCL and Mastermind",
        "LVM 2025/26, project report",
        (
            Claim(
                "the trace of the printed formula: unsatisfiable after 13 steps",
                "confirmed step by step, except for one error: step 9 follows from c1, not from e9, which is "
                "learned only after it",
                ["satplay trace cnf FORMULA", "pytest tests/tracing"],
            ),
            Claim(
                "each position has at least one number: one disjunction over all positions and numbers from "
                "1",
                "as printed that is one clause for all positions, and leaves out 0; read as a conjunction "
                "over positions",
                ["satplay encode mastermind BOARD --encoding source"],
            ),
            Claim(
                "the formula of one guess states which codes are consistent",
                "refuted as printed, both ways: with no pegs of either kind it allows everything (guess "
                "0, code 0), and by its index it loses codes (guess 01, one black peg, code 00)",
                audit=("mastermind", "source"),
                wrong=["sound", "complete"],
            ),
            Claim(
                "it considers every case of black and white pegs, and is therefore factorial",
                "repaired, it is right and factorial; counting states the same in a polynomial number of "
                "clauses",
                ["satplay lab mastermind-length"],
                audit=("mastermind", "direct"),
            ),
            Claim(
                "the time to build the formula grows about linearly with the number of guesses, with spikes "
                "where there are many white pegs, and sharply with the length of the code",
                "confirmed: 1.0, 8.3 and 13 ms with 1, 5 and 10 guesses of 6 positions; with 8 guesses 102 "
                "cases of 4 positions, 31 983 of 7 and 5 013 288 of 9",
                ["satplay lab mastermind-guesses", "satplay lab mastermind-length"],
            ),
            Claim(
                "solving takes much the same time in all experiments",
                "refuted for its encoding, repaired: with 8 guesses the first code takes 0.2 ms with 4 "
                "positions, 6.5 with 6 and 980 with 7; confirmed for counting, 0.2 to 0.5 ms up to 9",
                ["satplay lab mastermind-length"],
            ),
        ),
    ),
    Document(
        "Chopsticks",
        "Holl, Wang, Székely Corsi & Srivastava, progress report",
        (
            Claim(
                "as fingers increase, the number of possible moves increases exponentially",
                "refuted: no position has more than 8 moves",
                ["pytest tests/lab/test_claims.py"],
            ),
            Claim(
                "the number of moves to accumulate grows exponentially, until a limit is reached",
                "sequences do, positions do not: there are 625, and every reachable one is reached within 9 "
                "plies",
                ["satplay ask chopsticks map"],
            ),
            Claim(
                "there are situations in which a win cannot be forced, for both can go round in circles",
                "true for 10 of 191 positions (hands without their order), not for the start: the player "
                "who begins loses, in exactly 26 plies",
                ["satplay ask chopsticks force-win '1,1|1,1' --method all"],
            ),
            Claim(
                "winning is possible",
                "confirmed: from the start in 5 plies, if the other player helps",
                ["satplay ask chopsticks possible-win '1,1|1,1'"],
            ),
        ),
    ),
    Document(
        "Flow Free",
        "Berman & Lampert",
        (
            Claim(
                "one colour and one direction for each cell, one neighbour for each dot, equal colours "
                "along directions: a model is a solution",
                "refuted: loops that touch no dot are models, from a 4x2 board on",
                audit=("flow", "source"),
                wrong=["sound"],
            ),
            Claim(
                "exactly one is at least one together with at most one of every pair",
                "confirmed; other ways take fewer clauses",
                ["pytest tests/logic/test_cardinality.py", "satplay lab cardinality"],
            ),
            Claim(
                "variables: cells times colours, plus six for each cell",
                "confirmed for rectangles",
                ["satplay encode flow BOARD --encoding source --json"],
            ),
            Claim(
                "PycoSAT finds a solution of 5 000 clauses in 0.001 s",
                "of that order",
                ["satplay lab flow-table"],
            ),
            Claim(
                "its own engine takes 33 to 1168 ms, PycoSAT and PySAT 2 to 24",
                "on other boards and another machine ours, readable, takes 31 to 523, PycoSAT and PySAT 2 to "
                "53",
                ["satplay lab flow-table"],
            ),
            Claim(
                "pure literals, watched literals and VSIDS make the engine faster",
                "on small formulas, each switched off alone: watched literals do, 5 to 34 times; pure "
                "literals spare no conflict; VSIDS spares conflicts on random formulas and Flow Free boards "
                "of 10x10, a factor of 1.7, and none on pigeons",
                ["satplay lab engine-ablation"],
            ),
        ),
    ),
)

HEAD = (
    "satplay is based on five documents. Each claim in them was tested; each row names the command that "
    "tests it again.",
    "`audit` compares an encoding with the rules of the puzzle, which do not use clauses: on all boards "
    "of a few small sizes, and on random ones.",
    "An encoding is sound if every model is a solution, complete if every solution has a model, exact if it "
    "has exactly one.",
    "The pictures are the smallest boards on which the two differ. `satplay lab run audit --out report` "
    "audits every encoding, lists the verdicts next to these claims, and draws the pictures.",
)


def page() -> Iterator[str]:
    """The lines of ``docs/claims.md``."""
    yield "# Claims of the sources, and results\n"
    yield from HEAD
    for document in DOCUMENTS:
        yield f"\n## {document.title} ({document.by})\n"
        yield "| claim | result | command |\n| --- | --- | --- |"
        for claim in document.claims:
            commands = "; ".join(f"`{command}`" for command in claim.commands)
            yield (
                "| "
                + " | ".join(text.replace("|", r"\|") for text in (claim.text, claim.found, commands))
                + " |"
            )
        for claim in document.claims:
            for name, kind in zip(claim.pictures, claim.wrong, strict=True):
                yield f"\n`{claim.commands[0]}`, not {kind}:\n"
                yield f"![A board on which it is not {kind}](results/audit/{name}.svg)"


if __name__ == "__main__":
    print(*page(), sep="\n")
