"""What outlives a request: jobs and trainings, each with its folder, its record and a process of its own.

Must not import: service.app, service.routes, service.reviewing, cli.
"""
