"""What the service tells of itself: a sealed log, counts, what goes on at the site; never a text, a value or a key.

Must not import: service.app, service.routes, service.reviewing, cli.
"""
