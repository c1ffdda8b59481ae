"""The table in the browser: people and bots, one server, one database."""

from fathom5.table.backups import BrokenBackup, backup, restore
from fathom5.table.botseats import bring, warm_up
from fathom5.table.replays import Tampered, Verdict, verify
from fathom5.table.server import serve
from fathom5.table.settings import Settings

__all__ = [
    "BrokenBackup",
    "Settings",
    "Tampered",
    "Verdict",
    "backup",
    "bring",
    "restore",
    "serve",
    "verify",
    "warm_up",
]
