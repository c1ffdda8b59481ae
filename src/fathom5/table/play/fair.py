"""Fair dice: all commit before anyone reveals, and chance's actions follow from what all of them revealed.

Nobody can steer the dice, the host included, and afterwards everybody can check each of them.
"""

import hmac
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from secrets import token_hex

COMMITMENT = re.compile(r"[0-9a-f]{64}")
WORDS = re.compile(r"[0-9A-Za-z]{8,64}")


def new_secret() -> str:
    return token_hex(32)


def new_words() -> str:
    return token_hex(16)


def commitment(text: str) -> str:
    """What can be shown before the text itself."""
    return sha256(text.encode()).hexdigest()


def key(secret: str, words: Iterable[str]) -> bytes:
    """What the dice are made of: the table's secret, then the words of all seats in order."""
    return "".join((secret, *words)).encode()


def ticket(key: bytes, n: int, total: int) -> int:
    """The number below the total that chance's n-th action draws."""
    digest = hmac.new(key, str(n).encode(), sha256).digest()
    return int.from_bytes(digest[:8], "big") * total >> 64


def draw(key: bytes, n: int, offers: Mapping[int, int]) -> int:
    """Chance's n-th action, from 0: of the offers, by weight and in their order, the one that holds the ticket."""
    left = ticket(key, n, sum(offers.values()))
    for action, weight in offers.items():
        left -= weight
        if left < 0:
            return action
    raise ValueError("chance has nothing to choose from")
