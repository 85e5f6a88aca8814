"""Notes that people read and correct: what each of them decided, whose turn it is, and what detection had missed.

Must not import: service.app, service.routes, service.background, cli.
"""
