# Written by scripts/interface.py from the table HOMES in __init__.py: edit that, not this file.

from satplay.contracts.engine import Limit as Limit
from satplay.logic.formula import Formula as Formula
from satplay.logic.model import Model as Model
from satplay.solver.replacement import as_pysat_solver as as_pysat_solver
from satplay.solver.session import Solver as Solver
from satplay.store.location import use_store as use_store
from satplay.verbs.ask import ask as ask
from satplay.verbs.audit import audit as audit
from satplay.verbs.backbone import backbone as backbone
from satplay.verbs.booklet import booklet as booklet
from satplay.verbs.check import check as check
from satplay.verbs.check_proof import check_proof as check_proof
from satplay.verbs.check_strategy import check_strategy as check_strategy
from satplay.verbs.convert import convert as convert
from satplay.verbs.count import count as count
from satplay.verbs.encode import encode as encode
from satplay.verbs.encode_question import encode_question as encode_question
from satplay.verbs.engines import engines as engines
from satplay.verbs.enumerate import enumerate as enumerate
from satplay.verbs.explain import explain as explain
from satplay.verbs.generate import generate as generate
from satplay.verbs.hint import hint as hint
from satplay.verbs.hint_game import hint_game as hint_game
from satplay.verbs.keep import forget as forget
from satplay.verbs.keep import keep as keep
from satplay.verbs.keep import list_kept as list_kept
from satplay.verbs.list import list_examples as list_examples
from satplay.verbs.list import list_subjects as list_subjects
from satplay.verbs.list_boards import list_boards as list_boards
from satplay.verbs.mus import mus as mus
from satplay.verbs.muses import muses as muses
from satplay.verbs.play import play as play
from satplay.verbs.rate import rate as rate
from satplay.verbs.solve import solve as solve
from satplay.verbs.solve_qbf import solve_qbf as solve_qbf
from satplay.verbs.split import split as split
from satplay.verbs.trace import trace as trace
from satplay.version import __version__ as __version__

HOMES: dict[str, str]
