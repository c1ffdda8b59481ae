"""The browser that the tests drive: the system's own Chromium."""

import os
import shutil
import subprocess
import sys

from fathom5.command.bench.clicks import BROWSERS
from fathom5.command.bench.clicks import chromium as found


def ensure() -> None:
    """Install it on Debian and its kin, if we may; otherwise say how."""
    if found() is not None:
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("installing Chromium for the tests in the browser", flush=True)
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"], check=False)
    if found() is None:
        print(f"no Chromium found ({', '.join(BROWSERS)}): the tests in the browser are left out.", file=sys.stderr)
        print("Install it with your system's packages, for example: sudo apt-get install chromium", file=sys.stderr)
