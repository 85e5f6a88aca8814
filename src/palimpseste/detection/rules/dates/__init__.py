"""Rules for dates and ages."""
