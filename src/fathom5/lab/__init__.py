"""Where games are measured: studies of many games, one row each, and reports that a designer can act on."""

from fathom5.lab.plan import Study, read

__all__ = ["Study", "read"]
