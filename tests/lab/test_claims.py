"""The claims of the sources: the page agrees with the results of the audits."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from satplay import games
from satplay.lab.claims import DOCUMENTS, Claim, page

DOCS = Path(__file__).parents[2] / "docs"
CLAIMS = [claim for document in DOCUMENTS for claim in document.claims]


def test_the_page_is_generated_from_the_claims() -> None:
    generated_page = "\n".join(page()) + "\n"
    assert (DOCS / "claims.md").read_text("utf-8") == generated_page, (
        "python -m satplay.lab.claims > docs/claims.md"
    )


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.text[:40])
def test_every_claim_has_a_valid_command_and_every_picture_exists(claim: Claim) -> None:
    assert claim.text and claim.found and claim.commands
    assert all((DOCS / "results" / "audit" / f"{name}.svg").exists() for name in claim.pictures)
    paths = [word for command in claim.commands for word in command.split() if word.startswith("tests/")]
    assert all((DOCS.parent / path).exists() for path in paths)


def test_no_position_of_chopsticks_has_more_than_eight_moves() -> None:
    chopsticks = games.find("chopsticks")
    hands = [f"{left},{right}" for left, right in product(range(5), repeat=2) if left + right]
    positions = [chopsticks.states[0].read(f"{mine}|{theirs}") for mine, theirs in product(hands, repeat=2)]
    assert max(len(list(chopsticks.legal(position))) for position in positions) == 8
