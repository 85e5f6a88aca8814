"""What the documents of one stay share: its plan, its phrasing, and the results they all quote."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from palimpseste.corpus.splits import Split
from palimpseste.corpus.stays.frames import frames, section
from palimpseste.corpus.stays.phrases import Phrasing, capitalised, with_de
from palimpseste.corpus.stays.plans import Plan
from palimpseste.corpus.stays.profiles import Profile, chapter_of, profiles
from palimpseste.corpus.synthesis.chance import Chance

__all__ = ["Setting"]

_SLOT = re.compile(r"\{(de |)(\w+)\}")
_VITAL_SIGN = re.compile(
    r"\b(?:TA|PAS|FC|FR|SpO2|Fièvre|Glasgow|Hypotension|Bradycardie|Polypnée)\b|T°|marbrures", re.I
)
_SYSTEMS = ("heart", "lungs", "abdomen", "neuro", "skin", "ent", "limbs")
# Where a chapter's findings are looked for: nothing normal is said there.
_TOUCHED: dict[str, tuple[str, ...]] = {
    "I": ("lungs", "abdomen", "skin", "ent"), "II": ("lungs", "abdomen", "ent", "skin", "neuro"),
    "III": ("skin", "abdomen"), "IV": ("neuro", "skin", "abdomen"), "V": ("neuro",), "VI": ("neuro", "limbs"),
    "VII": ("ent",), "VIII": ("ent", "neuro"), "IX": ("heart", "lungs", "limbs", "neuro"), "X": ("lungs", "ent"),
    "XI": ("abdomen", "skin"), "XII": ("skin", "limbs"), "XIII": ("limbs", "neuro"), "XIV": ("abdomen", "limbs"),
    "XV": ("abdomen", "limbs"), "XVI": ("lungs", "abdomen", "skin", "neuro", "heart"),
    "XVII": ("heart", "abdomen", "ent", "limbs"), "XVIII": ("neuro", "abdomen", "lungs", "ent"),
    "XIX": ("limbs", "skin", "neuro", "lungs", "heart"), "XX": (), "XXI": ("abdomen",),
}  # fmt: skip
_LINES_OF_BIOLOGY = 9
_TURNING = ("{DATE.event", "{CITY.place", "{LOCATION.place")


@dataclass(frozen=True, slots=True)
class Report:
    """An examination or an operation of a stay.

    Parameters
    ----------
    title : str
        What was done.
    text : str
        What was seen or done, as the report says it.
    """

    title: str
    text: str


class Setting:
    """What the documents of one stay share.

    Attributes
    ----------
    plan : Plan
        What the stay is about.
    say : Phrasing
        How it is said.
    reason : str
        The complaint that brings the patient in.
    turning, course : list of str
        What tells the codes of a case apart by a day or a place, and how the stay went.
    biology, reports, operations
        Results, worked out once for all documents.
    """

    def __init__(self, plan: Plan, chance: Chance, split: Split) -> None:
        self.plan = plan
        self.say = say = Phrasing(chance, plan.sex, split)
        profile = plan.profile
        self.turning = [phrase for phrase in profile.course if any(slot in phrase for slot in _TURNING)]
        self.course = [phrase for phrase in profile.course if phrase not in self.turning]
        self.reason = say.phrase(profile.complaints)
        self.biology = self._biology((profile, *plan.acute))
        self.reports = [_report(text) for text in say.some(profile.reports, 3)]
        self.operations = [_report(text) for text in say.some(profile.operations, 1)]

    def frame(self, name: str, **values: str) -> str:
        """Return a frame of a section, its slots filled with these values: ``{x}``, ``{X}`` and ``{de x}``."""
        usable = frames(name, adult=self.plan.is_adult, split=self.say.split)
        worked_out = self.say.worked_out(self.say.chance.choice(usable))
        if not values:
            return worked_out

        def filled(match: re.Match[str]) -> str:
            linked, slot = match.groups()
            value = values.get(slot.lower())
            if value is None:
                return match.group()
            if linked:
                return with_de(value)
            return capitalised(value) if slot[0].isupper() else value

        return _SLOT.sub(filled, worked_out)

    def odds(self, probability: float) -> bool:
        """Return True with that probability."""
        return self.say.chance.odds(probability)

    def between(self, lowest: int, highest: int) -> int:
        """Return an integer of ``[lowest, highest]``."""
        return self.say.chance.between(lowest, highest)

    def name_of(self, profile: Profile) -> str:
        """Return one of the names of a condition."""
        return self.say.phrase(profile.names, names=True)

    def normal_findings(self, count: int) -> list[str]:
        """Return sentences on what is normal, of systems that nothing of the stay touches."""
        chapters = (self.plan.chapter, *(chapter_of(one.code) for one in self.plan.acute))
        touched = {system for chapter in chapters for system in _TOUCHED[chapter]}
        free = [system for system in _SYSTEMS if system not in touched]
        while len(free) > count:
            free.pop(self.say.chance.below(len(free)))
        return [self.frame(f"normal {system}") for system in free]

    def vital_signs(self) -> str:
        """Return ordinary vital signs, or none where a finding of the stay is one of them."""
        findings = [text for one in (self.plan.profile, *self.plan.acute) for text in one.findings]
        measured = any(_VITAL_SIGN.search(text) for text in findings)
        return self.frame("vital signs measured elsewhere" if measured else "vital signs")

    def ruled_out(self) -> str:
        """Return a condition that the stay has not: one the profile names, or any of the same chapter."""
        if self.plan.profile.ruled_out and self.odds(0.7):
            return self.say.phrase(self.plan.profile.ruled_out)
        others = self._others(lambda other: bool(other.weight) and chapter_of(other.code) == self.plan.chapter)
        return self.name_of(self.say.chance.choice(others))

    def familial(self) -> str:
        """Return a condition of somebody else of the family."""
        return self.name_of(self.say.chance.choice(self._others(lambda other: other.is_familial)))

    def _others(self, wanted: Callable[[Profile], bool]) -> Sequence[Profile]:
        denied = self.plan.categories
        found = [one for one in profiles().values() if wanted(one) and one.code[:3] not in denied]
        return found or [profiles()["R50.9"]]

    def _biology(self, sources: Sequence[Profile]) -> list[str]:
        """Return results of the sources, then normal ones of what they leave unsaid."""
        found: list[str] = []
        known: set[str] = set()
        normal = section("frames.txt", "normal biology")
        said = [line for source in sources for line in self.say.some(source.biology, 6)]
        for line in (*said, *self.say.some(normal, _LINES_OF_BIOLOGY)):
            measure = line.split(" ", 1)[0].lower()
            if line[1].islower():
                line = line[0].lower() + line[1:]
            if measure not in known:
                known.add(measure)
                found.append(line)
        return found


def _report(text: str) -> Report:
    title, _, rest = text.partition(" : ")
    return Report(title, rest)
