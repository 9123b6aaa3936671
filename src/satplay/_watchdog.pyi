"""What Python cannot do to keep the limits of a process (native/watchdog)."""

def arm(seconds: float, status: int, out: str, err: str) -> None:
    """End the process after this many seconds with this status, and write two texts to stdout and stderr."""

def disarm() -> None:
    """Do not end the process."""

def prepare_exceptions() -> None:
    """Let native code report failing allocations in this thread."""
