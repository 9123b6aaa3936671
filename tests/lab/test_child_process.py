"""Processes for measurements end with whoever wanted them."""

from __future__ import annotations

import subprocess
import sys

import pytest

CHILD = """
import time
from satplay.lab.child_process import limit_cpu
limit_cpu(60)
print("here", flush=True)
time.sleep(600)
"""
PARENT = """
import subprocess, sys, time
subprocess.Popen([sys.executable, "-c", sys.argv[1]])
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell a process of its parent's end")
def test_a_process_whose_parent_is_killed_ends() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT, CHILD], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None and parent.stdout.readline() == b"here\n"
        parent.kill()
        assert parent.stdout.read() == b""  # which ends when nobody is left who could write
