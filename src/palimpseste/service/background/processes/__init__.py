"""Processes of their own beside a service, which end with it.

Must not import: service.app, service.routes, service.reviewing, cli.
"""
