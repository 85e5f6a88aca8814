"""PDF files: their text with its layout, which of it is the body, and new PDF files that hold nothing else.

Must not import: sources or anything above it.
"""
