"""Rules for names of people."""
