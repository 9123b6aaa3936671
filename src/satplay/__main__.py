"""``python -m satplay`` is the command line."""

import sys

from satplay.cli import main

if __name__ == "__main__":
    sys.exit(main())
