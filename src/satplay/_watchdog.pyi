"""What Python cannot do to keep the limits of a process (native/watchdog)."""

def arm(seconds: float, status: int, out: str, err: str) -> None:
    """End the process after this many seconds with this status, and write two texts to stdout and stderr."""

def disarm() -> None:
    """Do not end the process."""

def watch_signals(patience: float) -> int:
    """End the process if Python does not notice an interrupt in time; returns its wake-up file."""

def notice_signal() -> None:
    """Python has noticed a signal."""

def prepare_exceptions() -> None:
    """Let native code report failing allocations in this thread."""
