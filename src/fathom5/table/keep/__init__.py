"""What is kept of the tables: the store and its backups."""
