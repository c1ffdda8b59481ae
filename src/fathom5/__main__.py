"""`python -m fathom5` is the command line."""

from fathom5.command.cli import main

main()
