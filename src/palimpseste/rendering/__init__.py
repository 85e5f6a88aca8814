"""How results look: tables in Markdown, figures as SVG, HTML pages, lines of a terminal; it knows no result itself.

Must not import: privacy or anything above it.
"""
