"""Devices, known by a cookie whose secret never leaves it."""

import re
from hashlib import sha256
from secrets import token_urlsafe

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "fathom5"
DEVICE = re.compile(r"[\w-]{43}")
A_YEAR = 365 * 24 * 3600


def device_secret(request: HTTPConnection) -> str | None:
    """What the device's cookie says, if it is one of ours."""
    secret = request.cookies.get(COOKIE, "")
    return secret if DEVICE.fullmatch(secret) else None


def device_of(request: HTTPConnection) -> str | None:
    """The name under which a device is kept: its secret stays in its cookie."""
    secret = device_secret(request)
    return sha256(secret.encode()).hexdigest() if secret else None


def remember(request: HTTPConnection, response: Response) -> str:
    """Give the device a cookie if it has none; return the name under which it is kept."""
    secret = device_secret(request) or token_urlsafe(32)
    is_safe = request.url.scheme in ("https", "wss")
    response.set_cookie(COOKIE, secret, max_age=A_YEAR, path="/", httponly=True, samesite="lax", secure=is_safe)
    return sha256(secret.encode()).hexdigest()
