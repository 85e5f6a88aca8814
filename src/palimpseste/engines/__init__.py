"""How many at once, and how a run survives what happens to it."""
