"""FHIR R4 resources in newline-delimited JSON: what of them is text, what is a value, and what is left out."""
