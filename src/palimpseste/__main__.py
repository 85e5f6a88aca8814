"""``python -m palimpseste`` is the command ``palimpseste``."""

if __name__ == "__main__":
    # Workers import this module too, under another name: they need no command line.
    from palimpseste.cli import main

    main()
