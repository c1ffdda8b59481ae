"""From each version of the database to the next, forward only."""
