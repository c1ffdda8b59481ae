"""The PostgreSQL that the tests start: the system's programs."""

import os
import shutil
import subprocess
import sys

from fathom5.command.bench.postgres import HOW, programs


def ensure() -> None:
    """Install them on Debian and its kin, if we may; otherwise say how."""
    if programs() is not None:
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("installing PostgreSQL for the tests of several processes", flush=True)
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "postgresql"], check=False)
    if programs() is None:
        print(HOW, file=sys.stderr)
