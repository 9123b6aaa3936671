"""The interpreter ends cleanly while a daemon thread computes in native code, or in Python called by it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("satplay._native", reason="the native core was not compiled")
pytest.importorskip("satplay._checker", reason="the native core was not compiled")

ROOT = Path(__file__).parents[2]

# The thread computes again and again, because some computations are short.  The slow object keeps the
# interpreter in finalization for longer than the interval at which native code asks for the interpreter lock.
# It is in `sys`, because the thread keeps the variables of this module.
SCRIPT = """
import sys, threading, time

{work}

started = threading.Event()

def repeat():
    started.set()
    while True:
        work()

class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(0.2)

sys.slow = Slow()
threading.Thread(target=repeat, daemon=True).start()
started.wait()
time.sleep(0.1)
{end}
"""

ENGINE = """
from satplay.engines.native import NativeEngine
from tests.engines.formulas import pigeonhole

engine = NativeEngine()
"""

THEORY = """
from satplay.contracts.theory import Findings

class Idle:
    def assign(self, lit): pass
    def backtrack(self, trail_length): pass
    def explain(self, lit): return [lit]
    def propagate(self):
        for number in range(1000): number * number
        return Findings()
    check = propagate
"""

SOLVE = ENGINE + "engine.add_all(pigeonhole(12)); work = engine.solve"

MUS = """
from satplay.logic.formula import Formula
from satplay.reasoning.groups import clause_groups
from satplay.reasoning.mus import mus
from satplay.reasoning.smus import smus
from tests.engines.formulas import pigeonhole, random_ksat
from random import Random

"""

MASTERMIND = """
from random import Random
from satplay.puzzles.mastermind.codebreaking.strategy import GuessStrategy, Over
from satplay.puzzles.mastermind.codebreaking.tournament import tournament
from satplay.puzzles.mastermind.enumeration import code_search
from tests.puzzles.mastermind.boards import random_board

"""

WORK = {
    "solve": SOLVE,
    "progress in Python": SOLVE + "; engine.on_progress(lambda counters: sum(range(200_000)))",
    "a sleeping progress report": SOLVE + "; engine.on_progress(lambda counters: time.sleep(0.01))",
    "a proof sink in Python": ENGINE
    + """
class Sink:
    def add(self, clause_id, clause, antecedents): pass
    def delete(self, clause_id, clause): pass

engine.log_proof(Sink()); engine.add_all(pigeonhole(12)); work = engine.solve
""",
    "a theory in Python": SOLVE + THEORY + "engine.attach(Idle(), range(1, 157))",
    "a theory that returns generators": SOLVE
    + THEORY
    + """
class Generating(Idle):
    def propagate(self):
        return Findings((number for number in range(1000) if number < 0), ())
    check = propagate

engine.attach(Generating(), range(1, 157))
""",
    "copying a theory": ENGINE + THEORY + "engine.attach(Idle(), [1, 2]); work = engine.clone",
    "enumerate": ENGINE
    + """
engine.declare(40); engine.add([1, 2])
work = lambda: sum(1 for model in engine.enumerate())
""",
    "enumerate without a model": SOLVE + "; work = lambda: list(engine.enumerate())",
    "backbone": ENGINE
    + """
engine.add_all([*clause, 157] for clause in pigeonhole(12))
model = engine.solve([157]).model
work = lambda: engine.backbone(model)
""",
    "many short calls": ENGINE + "engine.add([1, 2]); work = engine.solve",
    "clauses from a generator": ENGINE
    + "work = lambda: engine.add_all([number, -number] for number in range(1, 100_000))",
    "count": """
from random import Random
from satplay.logic.formula import Formula
from satplay.reasoning.count import count
from tests.engines.formulas import random_ksat

formula = Formula(random_ksat(200, 500, Random(1)), var_count=200)
work = lambda: count(formula, progress=lambda counters: sum(range(100_000)))
""",
    "mus": MUS + "work = lambda: mus(clause_groups(Formula(pigeonhole(12))))",
    "smus": MUS
    + """
groups = clause_groups(Formula(random_ksat(40, 200, Random(1))))
work = lambda: smus(groups, progress=lambda counters: sum(range(100_000)))
""",
    "qbf": """
from satplay.qbf.abstraction import AbstractionEngine
from tests.qbf.test_abstraction import parity_game

work = lambda: AbstractionEngine().decide(parity_game(40))
""",
    "checking a proof": """
from satplay.proofs.checking import check_proof
from tests.engines.formulas import pigeonhole
from tests.proofs.examples import flat, native_proof

proof, _ = native_proof(pigeonhole(7), "drat-binary")
clauses = flat(pigeonhole(7))
work = lambda: check_proof(clauses, proof, progress=lambda read, checked: sum(range(100_000)))
""",
    "reading a formula": """
from satplay.logic import dimacs

text = "p cnf 3 1000000\\n" + "1 2 -3 0\\n" * 1_000_000
work = lambda: dimacs.read(text)
""",
    "searching codes": MASTERMIND
    + "work = lambda: code_search.new_search(random_board(Random(1), 60, 20, 4)).count(10**15)",
    "a tournament": MASTERMIND
    + """
report = lambda played, of: sum(range(100_000))
work = lambda: tournament(6, 10, GuessStrategy.ENTROPY, Over.ALL, Random(1), progress=report)
""",
    "retrograde analysis": """
from satplay.games.chopsticks.analysis import retrograde
from satplay.games.chopsticks.variant import Variant

variant = Variant(6, 3, True)
goals = retrograde.won_positions(variant)
work = lambda: retrograde.attractor(variant, *goals)
""",
}


def run_script(work: str, end: str = "") -> subprocess.CompletedProcess[str]:
    """Run a script whose daemon thread repeats ``work`` when the script ends."""
    command = [sys.executable, "-c", SCRIPT.format(work=work, end=end)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("name", WORK)
def test_a_script_ends_while_its_daemon_thread_computes(name: str) -> None:
    ended = run_script(WORK[name])
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_the_exit_status_of_the_script_is_kept() -> None:
    assert run_script(SOLVE, "sys.exit(3)").returncode == 3


def test_a_handler_at_exit_can_stop_the_thread_and_wait_for_it() -> None:
    """Handlers run before finalization, when the thread can still finish."""
    work = SOLVE + "; work = lambda: (engine.solve(), sys.exit())"
    end = """
import atexit

def stop():
    thread = next(thread for thread in threading.enumerate() if thread.daemon)
    while thread.is_alive():
        engine.interrupt()
        thread.join(0.01)
    print("stopped")

atexit.register(stop)
"""
    ended = run_script(work, end)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "stopped\n", "")


def test_a_busy_session_is_refused_when_the_interpreter_ends() -> None:
    """Its thread will never finish, so that waiting for it would take forever."""
    end = """
import os

class Late:
    def __del__(self, add=engine.add, write=os.write):
        try:
            add([1])
        except RuntimeError as error:
            write(1, str(error).encode())

sys.late = Late()
"""
    ended = run_script(SOLVE, end)
    message = "a session was called while the interpreter ends and another thread uses it"
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, message, "")
