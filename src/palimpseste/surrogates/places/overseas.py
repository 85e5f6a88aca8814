"""Parts of France overseas: which stand for which, and what is written for the name of one that stands for itself."""

from __future__ import annotations

from dataclasses import replace

from palimpseste.places import Area, is_on_mainland

__all__ = ["overseas_for", "wider_than"]

# The parts whose towns stand for one another, by department: each has 200,000 people or more, a fund, means of travel
# and words of its own, which a story tells. Their names become those of what they lie in.
_WIDER = {
    "971": "Antilles",
    "972": "Antilles",
    "973": "Amazonie",
    "974": "océan Indien",
    "976": "océan Indien",
    "987": "Océanie",
    "988": "Océanie",
}
# What stands for the small ones: Wallis-et-Futuna, and the others.
_FOR_SMALL = {"986": frozenset({"987", "988"})}
_FOR_OTHERS = frozenset({"971", "972", "974"})
_REGION_CODE_LENGTH = 2


def overseas_for(department: str) -> frozenset[str]:
    """Return the departments whose towns may stand for those of one overseas; empty for one of the mainland."""
    if is_on_mainland(department):
        return frozenset()
    return frozenset({department}) if department in _WIDER else _FOR_SMALL.get(department, _FOR_OTHERS)


def wider_than(area: Area, department: str) -> Area:
    """Return what a department or region overseas lies in, as what stands for itself must not be named by its name.

    Parameters
    ----------
    area : Area
        The department or region.
    department : str
        The code of a department of it; one of the mainland stays itself.
    """
    wider = _WIDER.get(department)
    return replace(area, code=area.code[:_REGION_CODE_LENGTH], name=wider) if wider else area
