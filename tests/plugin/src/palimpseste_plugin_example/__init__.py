"""A hospital's own additions to Palimpseste."""
