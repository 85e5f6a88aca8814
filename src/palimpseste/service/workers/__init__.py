"""What the service asks its workers, which alone hold detectors and keys.

Must not import: service.app, service.routes, service.reviewing, service.background, cli.
"""
