"""satplay."""
