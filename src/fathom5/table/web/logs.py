"""Logs for machines: a JSON object a line. No seat's link, no secret and no address of a table stands in them."""

import json
import logging
import sys
import time
import traceback
from typing import TextIO

KNOWN = ("table", "tables", "game", "rows", "seconds", "sockets", "database", "port", "why")  # what a line may carry


class Lines(logging.Formatter):
    """An event with its time and what belongs to it; a table is named by the first letters of its id."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        told |= {name: getattr(record, name) for name in KNOWN if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            told["error"] = record.exc_info[0].__name__
            told["trace"] = [f"{frame.filename}:{frame.lineno}" for frame in _frames(record)]
        return json.dumps(told, ensure_ascii=False)


def _frames(record: logging.LogRecord) -> list[traceback.FrameSummary]:
    """Where it happened; what was said there stays unsaid."""
    return list(traceback.extract_tb(record.exc_info[2]))[-6:] if record.exc_info else []


def configure(stream: TextIO | None = None, level: str = "INFO") -> None:
    """Our own events as lines on stderr; of the server beneath only what is wrong."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines())
    ours = logging.getLogger("fathom5")
    ours.handlers, ours.propagate = [handler], False
    ours.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets"):
        beneath = logging.getLogger(name)
        beneath.handlers, beneath.propagate = [handler], False
        beneath.setLevel("ERROR")
