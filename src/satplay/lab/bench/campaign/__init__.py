"""``satplay bench campaign``: what workers gain, and what they cost."""
