"""Settings of every test run."""

import signal

# A shell starts background commands with Ctrl-C ignored, and Python inherits that: Ctrl-C tests would hang.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
