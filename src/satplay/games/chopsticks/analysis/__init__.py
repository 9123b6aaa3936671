"""The analysis of positions: values by retrograde analysis, goals, and witnesses that a referee checks."""
