"""Palimpseste as a part of other people's pipelines: a thin adapter for each, with the extra of its library.

In each of them a document that fails is an error by name or a null beside one, never the text as it came.

Must not import: evaluation, explanation, report, risk or anything above them.
"""
