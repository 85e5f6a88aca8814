"""Spans that are refused whatever the model or a rule says of them: by their shape, between what stands around them.

A refusal looks at one span: its label, its own characters, those before and behind it. None is a list of words that
are never masked, since Mylan and Binet are also families: a word is refused where it stands, and masked elsewhere.
What the record, a site's own pattern, the structure of the source or a detector of another distribution found is
never refused. The docstring of each module has a table of what it refuses: there « names » are those of people, « any
name » also those of bodies, towns and places, « numbers » those that identify.

Must not import: detection.asking, detection.choice, detection.completion, detection.hybrid, detection.neural,
detection.rules, detection.record.
"""

from palimpseste.detection.refusals.refusing import refusal_of, without_refused

__all__ = ["refusal_of", "without_refused"]
