"""Where games are measured: many of them at once, one row each."""
