"""The table in the browser: people and bots, one server, one database."""

from fathom5.table.keep.backups import BrokenBackup, backup, restore
from fathom5.table.play.botseats import bring, warm_up
from fathom5.table.play.inspection import Finding, check, export
from fathom5.table.play.verifying import Tampered, Verdict, verify
from fathom5.table.settings import Settings
from fathom5.table.web.invite import lan_address, qr_in_letters
from fathom5.table.web.server import serve

__all__ = [
    "BrokenBackup",
    "Finding",
    "Settings",
    "Tampered",
    "Verdict",
    "backup",
    "bring",
    "check",
    "export",
    "lan_address",
    "qr_in_letters",
    "restore",
    "serve",
    "verify",
    "warm_up",
]
