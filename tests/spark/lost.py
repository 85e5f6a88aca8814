"""The command line under a cluster that is waited for some seconds only: ``lost.py ARGUMENT...``."""

from __future__ import annotations

import sys

from palimpseste.cli import main
from palimpseste.engines import spark

if __name__ == "__main__":
    spark._SECONDS_WITHOUT_EXECUTORS = 5.0
    main(sys.argv[1:])
