"""Which note somebody reads next: those worth reading first, of those that not enough people have read or before them.

Must not import: service.app, service.routes, service.reviewing.reviews, cli.
"""
