"""What a table is and does: rooms, seats, commands, dice, and how it is told."""
