"""``python -m satplay`` is the command line."""

from satplay.cli import start

if __name__ == "__main__":
    start()
