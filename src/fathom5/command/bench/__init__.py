"""How fast it is: engine, environments, table and clicks, each beside others in the same run."""
