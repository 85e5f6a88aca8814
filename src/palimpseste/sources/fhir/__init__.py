"""FHIR R4 resources in newline-delimited JSON: what of them is text, what is a value, and what is left out.

Must not import: sources.opening, sources.target, sources.survey.
"""
