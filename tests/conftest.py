from __future__ import annotations

from hypothesis import settings

# A machine busy with other work is no reason to fail: time is tested where it is told.
settings.register_profile("palimpseste", deadline=None)
settings.load_profile("palimpseste")
