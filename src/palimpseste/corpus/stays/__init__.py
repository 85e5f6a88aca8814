"""Simulated coded stays, because no coded French stays are public.

Must not import: detection, surrogates, deidentifier.
"""

from palimpseste.corpus.stays.features import FEATURES, write_features
from palimpseste.corpus.stays.files import Tally, split_path, write_stays
from palimpseste.corpus.stays.generate import DEPENDENT_SHARE, generate_stays
from palimpseste.corpus.stays.stay import Stay

__all__ = [
    "DEPENDENT_SHARE",
    "FEATURES",
    "Stay",
    "Tally",
    "generate_stays",
    "split_path",
    "write_features",
    "write_stays",
]
