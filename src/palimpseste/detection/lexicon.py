"""What is known of single words: the word lists of the package, read once into traits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from palimpseste.detection.tokens import Alphabet, Trait
from palimpseste.detection.view import fold_same_length
from palimpseste.places import GazetteerEntry, PlaceTable

__all__ = ["alphabet", "word_list", "words_of"]

# Lists whose file name is the trait they give, in lower case.
_LISTED: Final = (
    Trait.COMMON,
    Trait.MEDICAL,
    Trait.TITLE,
    Trait.ROLE,
    Trait.KIN,
    Trait.PARTICLE,
    Trait.EPONYM_HEAD,
    Trait.MONTH,
    Trait.CARE_HEAD,
    Trait.BODY_HEAD,
    Trait.UNIT,
    Trait.FUNCTION,
    Trait.STREET,
    Trait.LIVES,
    Trait.LINK,
    Trait.AND,
    Trait.BY,
    Trait.BORN,
    Trait.FAMILY_LABEL,
    Trait.GIVEN_LABEL,
    Trait.PLACE_PREPOSITION,
    Trait.LINKING,
    Trait.CARE_WORD,
    Trait.BODY_WORD,
    Trait.EMPLOYS,
    Trait.PLURAL_TITLE,
    Trait.WEAK_TITLE,
    Trait.SHORT_GIVEN,
    Trait.STRONG_PREPOSITION,
    Trait.PLACE_HEAD,
    Trait.REGION_WORD,
    Trait.WEAK_CARE_HEAD,
    Trait.EPONYM,
    Trait.OF,
    Trait.ORDINAL,
    Trait.CEDEX,
    Trait.NUMBERED_TOWN,
    Trait.STRONG_CARE_WORD,
    Trait.ARTICLE,
    Trait.NAMED_CARE_HEAD,
    Trait.HOME_HEAD,
    Trait.HOSPITAL_WORD,
    Trait.GRADE,
    Trait.SITE,
)


def word_list(path: str) -> Iterator[str]:
    """Yield the entries of a list under ``data/``, comments and blank lines left out."""
    for line in (files("palimpseste") / "data" / path).read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("#"):
            yield line


@cache
def alphabet() -> Alphabet:
    """Return the symbols of the bundled word lists; they are read at the first call."""
    lexicon: dict[str, int] = {}

    def give(trait: Trait, words: Iterable[str]) -> None:
        value = int(trait)
        for word in words:
            lexicon[word] = lexicon.get(word, 0) | value

    for trait in _LISTED:
        give(trait, word_list(f"words/{trait.name.lower()}.txt"))  # type: ignore[union-attr]  # each is one flag, so named
    particles = {word for word, traits in lexicon.items() if traits & Trait.PARTICLE}
    firstnames = (line.split("\t")[0] for line in word_list("names/firstnames.tsv"))
    give(Trait.FIRST, (part for name in firstnames for part in words_of(name) if len(part) > 1))
    for origin in ("france", "world"):
        names = word_list(f"names/lastnames_{origin}.txt")
        give(Trait.FAMILY, {part for name in names for part in words_of(name) if part not in particles or len(part) > 3})
    for name, entry in PlaceTable.bundled().gazetteer().items():
        first_word, _, rest = name.partition(" ")
        if rest:
            give(Trait.PLACE_START, (first_word,))
            if entry.label == "CITY" and entry.population >= _CALLED_SHORT and len(first_word) > 4:
                give(Trait.CITY_WORD, (first_word,))
        elif entry.label == "CITY":
            give(Trait.CITY_WORD if _doubtful(name, entry, lexicon) else Trait.CITY, (name,))
        else:
            give(Trait.LOCATION, (name,))
    give(Trait.HOSPITAL_START, (words_of(name)[0] for name in word_list("words/hospitals.txt")))
    return Alphabet(lexicon)


# A town of this size or larger is also called by the first word of its name (Décines-Charpieu).
_CALLED_SHORT = 3_000
# A commune smaller than this is met less often than a family that bears its name.
_KNOWN_TOWN = 10_000


def _doubtful(name: str, entry: GazetteerEntry, lexicon: dict[str, int]) -> bool:
    """Tell whether a town's name says more often something else than the town."""
    traits = lexicon.get(name, 0)
    named = Trait.FIRST | Trait.FAMILY if entry.population < _KNOWN_TOWN else Trait(0)
    return entry.common or len(name) < 3 or bool(traits & (Trait.COMMON | Trait.MEDICAL | Trait.EPONYM | named))


def words_of(name: str) -> list[str]:
    """Return the folded words of a name, as the tokens of a view have them."""
    return "".join(c if c.isalpha() else " " for c in fold_same_length(name)).split()
