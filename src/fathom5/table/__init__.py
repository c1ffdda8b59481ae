"""The table in the browser: people and bots, one server, one database."""

from fathom5.table.server import serve

__all__ = ["serve"]
