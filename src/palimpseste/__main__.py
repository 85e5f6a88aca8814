"""``python -m palimpseste`` is the command ``palimpseste``."""

from palimpseste.cli import main

if __name__ == "__main__":
    main()
