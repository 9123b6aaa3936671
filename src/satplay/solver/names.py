"""The names of PySAT's engines.  Each is accepted by ``Solver`` and means the native engine."""

from __future__ import annotations

from satplay.arguments import expect_text
from satplay.errors import BadInput, NoSuchName

_NAMES = """
satplay native
cd cd103 cdl cdl103 cadical103  cd15 cd153 cdl15 cdl153 cadical153
cd19 cd195 cdl19 cdl195 cadical195  cd30 cd300 cdl30 cdl300 cadical300
cms cms5 crypto crypto5 cryptominisat cryptominisat5  ergo
gc3 gc30 gluecard3 gluecard30  gc4 gc41 gluecard4 gluecard41
g3 g30 glucose3 glucose30  g4 g41 glucose4 glucose41  g42 g421 glucose42 glucose421
ks ks4 kissat kissat4 kissat404  lgl lingeling
mcb chrono chronobt maplechrono  mcm maplecm  mpl maple maplesat  mg3 mgs3 mergesat3 mergesat30
mc mcard minicard  m22 msat22 minisat22  mgh msat-gh minisat-gh  mep msat-ep minisat-ep minisatep
"""

NAMES = frozenset(_NAMES.split())

SYNCHRONISED = frozenset({"cd30", "cd300", "cdl30", "cdl300", "cadical300", "ergo"})
"""Names for which PySAT does not ignore the argument ``sync_with``."""


def expect_name(name: str) -> None:
    """Raise ``NoSuchName`` for a name that neither PySAT nor satplay knows; capitals are accepted.

    >>> expect_name("Glucose4")
    >>> try:
    ...     expect_name("glucose5")
    ... except NoSuchName as error:
    ...     print(str(error)[:56])
    no solver is called 'glucose5': did you mean 'glucose4'?
    """
    expect_text("solver", name, "the name of a solver, such as 'satplay'")
    if name is None:
        raise BadInput("solver", found="None", expected="the name of a solver, such as 'satplay'")
    if name.lower() not in NAMES:
        raise NoSuchName("solver", name, NAMES)
