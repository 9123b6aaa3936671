"""One job of an experiment, in a process of its own.

    python -m satplay.lab.running.job EXPERIMENT PARAMETERS MEMORY SECONDS

The parameters are JSON, and so is the one line that is printed: what was measured.
"""

from __future__ import annotations

import json
import resource
import signal
import sys

from satplay.lab.experiments import find
from satplay.lab.child_process import limit_cpu

MIB = 1 << 20


def main(arguments: list[str]) -> None:
    """Do the job that the arguments name and print what came of it."""
    name, parameters, memory, seconds = arguments
    experiment = find(name)
    limit_cpu(float(seconds))
    resource.setrlimit(resource.RLIMIT_AS, (int(memory) * MIB,) * 2)
    try:
        values = experiment.measure(json.loads(parameters))
    except TimeoutError:  # of something that this job asked: as if its own time were over
        signal.raise_signal(signal.SIGPROF)
        raise
    except MemoryError:
        sys.exit(f"more than {memory} MiB of memory")
    print(json.dumps(values))


if __name__ == "__main__":
    main(sys.argv[1:])
