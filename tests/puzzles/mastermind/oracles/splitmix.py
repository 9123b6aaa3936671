"""The random numbers of the kernel (``kernel/splitmix.hpp``), so that oracles draw the same ones."""

from __future__ import annotations

_ALL = (1 << 64) - 1


class SplitMix:
    """SplitMix64 (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", 2014).

    >>> random = SplitMix(1)
    >>> [random.below(10) for _ in range(8)]
    [5, 7, 9, 4, 4, 7, 8, 5]
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _ALL

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, which is below 2**32."""
        z = self._state = (self._state + 0x9E3779B97F4A7C15) & _ALL
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _ALL
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _ALL
        return ((z ^ z >> 31) >> 32) * bound >> 32
