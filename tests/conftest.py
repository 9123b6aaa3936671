"""Settings of every test run."""

import signal

# A shell starts background commands with Ctrl-C ignored, and Python inherits that: tests of Ctrl-C hang.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
