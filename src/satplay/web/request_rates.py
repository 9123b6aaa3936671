"""How many requests an address may send to a public server."""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

from satplay.web.answers import Refused

BURST_SECONDS = 2.0
"""An address that was quiet may send the requests of so many seconds at once."""

MOST_ADDRESSES = 10_000


class RequestRates:
    """Counts requests by address: each has an account that fills by ``per_second``.

    >>> now = 0.0
    >>> rates = RequestRates(1, clock=lambda: now)
    >>> rates.count(("10.0.0.1", 5000)), rates.count(("10.0.0.1", 5001))
    (None, None)
    >>> rates.count(("10.0.0.1", 5002))
    Traceback (most recent call last):
    satplay.web.answers.Refused: more than 1 requests per second from this address
    >>> now = 1.0
    >>> rates.count(("10.0.0.1", 5003)), rates.count(("10.0.0.2", 5000))
    (None, None)
    """

    def __init__(self, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_second, self._clock = per_second, clock
        self._accounts: dict[str, tuple[float, float]] = {}  # requests left, and when; the last used is last

    def count(self, client: tuple[str, int] | None, cost: float = 1.0) -> None:
        """Count a request; raises ``Refused`` if that is one too many."""
        name, now, most = network(client), self._clock(), BURST_SECONDS * self.per_second
        left, since = self._accounts.pop(name, (most, now))
        left = min(most, left + (now - since) * self.per_second)
        allowed = left >= cost
        self._accounts[name] = (left - cost if allowed else left, now)
        while len(self._accounts) > MOST_ADDRESSES:
            del self._accounts[next(iter(self._accounts))]
        if not allowed:
            message = f"more than {self.per_second} requests per second from this address"
            raise Refused(429, "TooMany", message, retry=1)


def network(client: tuple[str, int] | None) -> str:
    """The address of a client; the network of an IPv6 address, because a client has all of it.

    >>> network(("192.0.2.1", 80)), network(("2001:db8::1:2:3:4", 80))
    ('192.0.2.1', '2001:db8::')
    """
    if client is None:
        return ""
    try:
        address = ip_address(client[0].partition("%")[0])
    except ValueError:
        return client[0][:100]
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)
