"""Who may ask the service: users and what they may do, how often, and how they prove who they are at the pages.

Must not import: service.app, service.routes, service.reviewing, service.background, cli.
"""
