"""Ends the process at a given time, whatever it is doing (native/watchdog)."""

def arm(seconds: float, status: int, out: str, err: str) -> None:
    """End the process after this many seconds with this status, and write two texts to stdout and stderr."""

def disarm() -> None:
    """Do not end the process."""
