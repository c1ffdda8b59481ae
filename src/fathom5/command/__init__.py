"""The command line, play in the terminal, and the benches."""
