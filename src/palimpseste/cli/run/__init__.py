"""The commands that read notes and write them: ``deid`` and ``detect``, with the options and messages they share."""
