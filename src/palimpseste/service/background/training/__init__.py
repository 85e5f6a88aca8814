"""Models trained on what people settled, round after round, each in a process of its own.

Must not import: service.app, service.routes, service.reviewing, cli.
"""
