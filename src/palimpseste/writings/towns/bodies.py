"""Bodies that bear the name of their town, or that of their department or region, by their heads."""

from __future__ import annotations

import re

from palimpseste.folding import fold
from palimpseste.places import Area
from palimpseste.writings.atlas import Atlas
from palimpseste.writings.bodies import NamedThing

__all__ = ["CITY_CENTRE", "is_body_of_area", "is_body_of_town", "named_area_of"]

# Heads that a town follows without any link.
CITY_CENTRE = re.compile(r"(?:ap-?h[pm]|hcl|chu|chru|chr|cht|ch|chi|gh)\b", re.IGNORECASE)
# Courts, funds and other public bodies of which a town has one, and that its name follows with or without a link.
_BODIES_OF_TOWNS = re.compile(
    r"\b(?:barreau|caf|ccas|commissariat|conseil de prud'?hommes|cour d['’]appel|cpam|gendarmerie|mairie|msa|parquet"
    r"|rectorat|sous-pr[ée]fecture|pr[ée]fecture|ta|tgi|ti|tj|tribunal(?: (?:administratif|judiciaire))?|urssaf)\W*\Z",
    re.IGNORECASE,
)
# Bodies that there is one of in each department or region, and that its name or code follows without any link.
_BODIES_OF_AREAS = re.compile(
    r"\b(?:adapei|adil|adpep|agence r[ée]gionale de sant[ée]|anpaa|apajh|ars|ase|caf|cap emploi|carsat"
    r"|cdaph|cdg|cdom|cgss|clic|codis|crcdc|elsm|conseil (?:d[ée]partemental|g[ée]n[ée]ral|r[ée]gional)|cpam|crip|cr?ra"
    r"|dd(?:ass|cs(?:pp)?|etspp|ets|fip|pp|sp|tm?)|dreets|dsden|efs|dtpjj|fnath|france (?:alzheimer|travail|victimes)"
    r"|gie|had|ime|ligue(?: nationale)? contre le cancer|maia|mda|mdph|mdpa|msa"
    r"|pep|pmi|pr[ée]fecture|samu|sas|sdis|sdjes|siao|smur|spip|udapei|udaf|unafam|urssaf)\W*\Z",
    re.IGNORECASE,
)


def is_body_of_town(head: str) -> bool:
    """Tell whether a head is that of a court, a fund or another public body that bears the name of its town.

    Examples
    --------
    >>> is_body_of_town("TJ "), is_body_of_town("Clinique ")
    (True, False)
    """
    return _BODIES_OF_TOWNS.search(head) is not None


def is_body_of_area(head: str) -> bool:
    """Tell whether a head is that of a body of which each department or region has one.

    Examples
    --------
    >>> is_body_of_area("MDPH "), is_body_of_area("Centre cardiologique ")
    (True, False)
    """
    return _BODIES_OF_AREAS.search(head) is not None


def named_area_of(thing: NamedThing, atlas: Atlas) -> tuple[str, Area] | None:
    """Return the department or region that follows the head of a body, by its name or its code."""
    proper = thing.proper.strip()
    is_of_area = is_body_of_area(thing.head)
    found = atlas.area_named(proper) if thing.link or is_of_area else None
    if found is None and (is_of_area or fold(thing.link).endswith("la ")):
        found = atlas.area_named(f"La {proper}")  # « CGSS Réunion », « CHU de la Réunion »
    return None if found is not None and thing.link and proper[:1].isdigit() else found
