"""The commands that read notes and write them: ``deid`` and ``detect``, with the options and messages they share.

Must not import: cli.train, cli.code, cli.attack, cli.privacy, cli.corpus, cli.demo.
"""
