"""Settings of every test run."""

import signal

# A shell starts background commands with Ctrl-C ignored, and Python leaves it so: a test of Ctrl-C would wait
# forever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
