"""The cohorts of a site: their keys at rest, what became of them, and who did it.

Must not import: corpus or anything above it.
"""

from palimpseste.cohorts.contents import Cohort
from palimpseste.cohorts.envelope import Passphrase
from palimpseste.cohorts.register import CohortRegister, contents_of
from palimpseste.cohorts.verification import Verification, verify

__all__ = ["Cohort", "CohortRegister", "Passphrase", "Verification", "contents_of", "verify"]
