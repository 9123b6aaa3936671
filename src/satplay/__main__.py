"""``python -m satplay`` is the command line."""

import sys

from satplay.cli import start

if __name__ == "__main__":
    sys.exit(start())
