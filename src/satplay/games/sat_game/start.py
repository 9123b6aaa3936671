"""The start of a game: the formula and the mode, from options or drawn at random."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from satplay.contracts.generator_options import GeneratorOptions
from satplay.contracts.option import Option
from satplay.contracts.oracle import Oracle
from satplay.errors import BadInput
from satplay.games.sat_game.formula_text import read_formula, write_formula
from satplay.games.sat_game.state import Bias, Phase, State
from satplay.logic.threshold import half_ratio

DEFAULT_FORMULA = "{1,2,-3}{-1,3}{-2,3}{1,-3}{-1,-2}{2,3,4}{-3,-4}{-2,4}"

DEALT: Mapping[str, Option] = {
    "vars": Option("number of variables; default 5", "N"),
    "k": Option("literals per clause; default 2", "N"),
    "ratio": Option("clauses per variable; by default both sides are about equally likely to win", "X"),
}
RULES: Mapping[str, Option] = {
    "mode": Option("strict: roles alternate; random: the role is drawn before every turn", "strict|random"),
    "bias": Option("odds of Negative in random mode", "|".join(bias.value for bias in Bias)),
    "after-decline": Option("role after a declined pass, in random mode", "drawn|affirmative"),
}
START_OPTIONS: Mapping[str, Option] = {
    "formula": Option("formula as DIMACS or {1,-2}{2}; also accepted as a file or text", "TEXT"),
    **DEALT,
    **RULES,
}


def deal(options: Mapping[str, str], rng: Random, oracle: Oracle) -> Mapping[str, str]:
    """Draw a ``formula`` if none is given: ``vars`` variables (5), ``k`` literals per clause (2), ``ratio``.

    All clauses of ``k`` different variables are equally likely.  The options that describe the random
    formula are replaced by the formula; the others stay.
    """
    reader = GeneratorOptions(extra=options)
    reader.expect_options(*START_OPTIONS)
    if "formula" in options:
        unused = [name for name in DEALT if name in options]
        if unused:
            expected = "a formula, or what to draw one with"
            raise BadInput("option", found=f"{unused[0]} and a formula", expected=expected)
        given = read_formula(options["formula"])  # a file becomes a line, for the record
        return {**options, "formula": write_formula([clause.lits for clause in given])}
    variables = reader.number("vars", 1, 200) or 5
    width = reader.number("k", 1, 7) or min(2, variables)
    if width > variables:
        raise BadInput("option", found=f"k = {width}", expected=f"at most the {variables} variables")
    ratio = _ratio(options["ratio"]) if "ratio" in options else half_ratio(width, variables)
    clauses = [
        [rng.choice((1, -1)) * variable for variable in sorted(rng.sample(range(1, variables + 1), width))]
        for _ in range(max(1, round(ratio * variables)))
    ]
    rules = {name: value for name, value in options.items() if name in RULES}
    return {"formula": write_formula(clauses), **rules}


def _ratio(text: str) -> float:
    try:
        ratio = float(text) if text.isascii() else -1.0
    except ValueError:
        ratio = -1.0
    if not 0 < ratio <= 100:
        raise BadInput("ratio", found=repr(text[:20]), expected="clauses per variable, at most 100")
    return ratio


def start(options: Mapping[str, str]) -> State:
    """The start with the options ``formula``, ``mode`` and, for random mode, ``bias`` and ``after-decline``.

    Strict mode begins with Affirmative; random mode draws before every turn, the first included.
    """
    reader = GeneratorOptions(extra=options)
    reader.expect_options("formula", *RULES)
    clauses = read_formula(options.get("formula", DEFAULT_FORMULA))
    if reader.either("mode", "strict", "random") == "strict":
        if "bias" in options or options.get("after-decline", "affirmative") != "affirmative":
            found = "bias" if "bias" in options else f"after-decline={options['after-decline'][:20]}"
            raise BadInput("option", found=f"{found} in strict mode", expected="mode=random with it")
        return State(clauses)
    biases = {bias.value: bias for bias in Bias}
    bias = options.get("bias", Bias.LENGTH_WEIGHTED.value)
    if bias not in biases:
        raise BadInput("bias", found=repr(bias[:20]), expected=", ".join(biases))
    drawn = reader.either("after-decline", "drawn", "affirmative") == "drawn"
    return State(clauses, phase=Phase.DRAW, bias=biases[bias], drawn_after_decline=drawn)
