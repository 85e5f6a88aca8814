"""Tables and figures of the papers, made again on a user's own notes, the printed figures beside them.

A paper has a room with its table of experiments; `registry` joins the tables. An experiment takes `Material` and
returns a `Finding`, or refuses with a `UsageError` what the material cannot give.

Must not import: service or anything above it.
"""
