"""The sets of words that names are made of, by what the lists say of a word and by how it is written.

Each is a regular expression over the symbols of the bundled lexicon, worked out once, when a rule first asks for it.
"""

from __future__ import annotations

from functools import cached_property

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.tokens import Shape, Trait

__all__ = ["NameWords"]

_WRITTEN = (Shape.TITLE, Shape.UPPER, Shape.MIXED)
_NAMED = Trait.FIRST | Trait.FAMILY
# Capitalised words that stand where names stand and are none, whatever the lists say.
_FIXED = Trait.TITLE | Trait.MEDICAL | Trait.BORN | Trait.FAMILY_LABEL | Trait.GIVEN_LABEL | Trait.AND | Trait.BY
# Words that are no name unless they are listed as one.
_ORDINARY = (
    Trait.UNIT
    | Trait.MONTH
    | Trait.CARE_HEAD
    | Trait.BODY_HEAD
    | Trait.STREET
    | Trait.ROLE
    | Trait.KIN
    | Trait.FUNCTION
    | Trait.EPONYM_HEAD
    | Trait.LINK
)


def _may_be(traits: int) -> bool:
    """Tell whether a capitalised word is a name where a name is announced."""
    return not traits & _FIXED and (bool(traits & _NAMED) or not traits & _ORDINARY)


def _capital(traits: int, shape: Shape) -> bool:
    """Tell whether a word has the capitals of a name; three letters in capitals need the lists' word for it."""
    return shape in _WRITTEN or (shape is Shape.ACRONYM and bool(traits & _NAMED))


def _likely(traits: int) -> bool:
    """Tell whether a capitalised word goes on with a name begun."""
    if not _may_be(traits):
        return False
    return not traits & Trait.COMMON or bool(traits & _NAMED and not traits & _ORDINARY)


def _unmistakable_given(traits: int) -> bool:
    """Tell whether a capitalised word is a given name wherever it stands."""
    doubts = Trait.COMMON | Trait.MEDICAL | Trait.EPONYM | Trait.CITY | Trait.LOCATION | _FIXED | _ORDINARY
    return bool(traits & Trait.FIRST) and not traits & doubts


class NameWords:
    """Sets of words: what one word of a name, or beside it, may be."""

    def __init__(self) -> None:
        self.alphabet = alphabet()

    @cached_property
    def word(self) -> str:
        """Any word."""
        return self.alphabet.words(lambda traits, shape: True)

    @cached_property
    def short_given(self) -> str:
        """A given name cut short, which a full stop ends: « Ph. »."""
        return self.alphabet.words(
            lambda traits, shape: shape in (Shape.TITLE, Shape.ACRONYM) and bool(traits & Trait.SHORT_GIVEN)
        )

    @cached_property
    def name_particle(self) -> str:
        """A particle that may begin a name; « de », « du », « la » in small letters are words of the sentence there."""
        return self.alphabet.words(
            lambda traits, shape: (
                bool(traits & Trait.PARTICLE) and (shape is not Shape.LOWER or not traits & Trait.LINKING)
            )
        )

    @cached_property
    def announced(self) -> str:
        """A capitalised word that is a name where a form announces one."""
        return self.alphabet.words(lambda traits, shape: _capital(traits, shape) and _may_be(traits))

    @cached_property
    def titled(self) -> str:
        """A capitalised word behind a title, where even an eponym or a month is somebody: « Mme Avril »."""
        return self.alphabet.words(
            lambda traits, shape: (
                _capital(traits, shape)
                and (
                    _may_be(traits)
                    or (
                        shape is not Shape.ACRONYM
                        and bool(traits & (Trait.MEDICAL | Trait.MONTH))
                        and not traits & Trait.TITLE
                    )
                )
            )
        )

    @cached_property
    def likely(self) -> str:
        """A capitalised word that goes on with a name begun."""
        return self.alphabet.words(lambda traits, shape: _capital(traits, shape) and _likely(traits))

    @cached_property
    def listed(self) -> str:
        """A likely name that the lists have as one, and not as a town."""
        return self.alphabet.words(
            lambda traits, shape: (
                _capital(traits, shape) and _likely(traits) and bool(traits & _NAMED) and not traits & Trait.CITY
            )
        )

    @cached_property
    def unknown_title(self) -> str:
        """A likely name, its first letter alone a capital, that is no word and no place."""
        return self.alphabet.words(
            lambda traits, shape: (
                shape is Shape.TITLE
                and _likely(traits)
                and not traits & (Trait.COMMON | Trait.CITY | Trait.CITY_WORD | Trait.LOCATION)
            )
        )

    @cached_property
    def upper(self) -> str:
        """A likely name in capitals."""
        return self.alphabet.words(lambda traits, shape: shape is Shape.UPPER and _likely(traits))

    @cached_property
    def upper_family(self) -> str:
        """A family name of the lists in capitals that is no ordinary word."""
        return self.alphabet.words(
            lambda traits, shape: (
                shape is Shape.UPPER and _likely(traits) and bool(traits & Trait.FAMILY) and not traits & Trait.COMMON
            )
        )

    @cached_property
    def sure_family(self) -> str:
        """A family name of the lists that stands for nothing else."""
        return self.alphabet.words(
            lambda traits, shape: (
                shape in (Shape.TITLE, Shape.UPPER)
                and bool(traits & Trait.FAMILY)
                and not traits
                & (
                    Trait.COMMON
                    | Trait.CITY
                    | Trait.CITY_WORD
                    | Trait.LOCATION
                    | Trait.FIRST
                    | Trait.EPONYM
                    | _FIXED
                    | _ORDINARY
                )
            )
        )

    @cached_property
    def small(self) -> str:
        """A word in small letters that may be a name behind a title."""
        return self.alphabet.words(
            lambda traits, shape: (
                shape is Shape.LOWER
                and _may_be(traits)
                and (not traits & Trait.COMMON or bool(traits & _NAMED and not traits & _ORDINARY))
                and not traits & (Trait.FUNCTION | Trait.PARTICLE | Trait.LINKING)
            )
        )

    @cached_property
    def given(self) -> str:
        """A given name of the lists."""
        return self.alphabet.words(
            lambda traits, shape: _capital(traits, shape) and bool(traits & Trait.FIRST) and not traits & _FIXED
        )

    @cached_property
    def sure_given(self) -> str:
        """A given name that stands for nothing else."""
        return self.alphabet.words(
            lambda traits, shape: shape in (Shape.TITLE, Shape.UPPER) and _unmistakable_given(traits)
        )

    @cached_property
    def given_word(self) -> str:
        """A given name that is a word too, where a capital inside a sentence tells it: « avec Aurore »."""
        return self.alphabet.words(
            lambda traits, shape: (
                shape is Shape.TITLE
                and bool(traits & Trait.FIRST)
                and bool(traits & Trait.COMMON)
                and not traits & (_FIXED | _ORDINARY | Trait.MEDICAL | Trait.EPONYM | Trait.CITY | Trait.LOCATION)
            )
        )

    @cached_property
    def lower(self) -> str:
        """A word in small letters that makes no eponym and no street of the name behind it."""
        return self.alphabet.words(
            lambda traits, shape: shape is Shape.LOWER and not traits & (Trait.EPONYM_HEAD | Trait.STREET)
        )

    @cached_property
    def acronym_given(self) -> str:
        """A given name of two or three capitals that stands for nothing else."""
        return self.alphabet.words(lambda traits, shape: shape is Shape.ACRONYM and _unmistakable_given(traits))

    @cached_property
    def after_given(self) -> str:
        """A family name right behind a given one, even where it is an ordinary word: « Élodie Rance »."""
        return self.alphabet.words(
            lambda traits, shape: (
                shape in (Shape.TITLE, Shape.UPPER)
                and not traits
                & (
                    _FIXED
                    | Trait.MONTH
                    | Trait.ROLE
                    | Trait.KIN
                    | Trait.UNIT
                    | Trait.LINK
                    | Trait.FUNCTION
                    | Trait.CARE_HEAD
                    | Trait.CARE_WORD
                )
            )
        )

    @cached_property
    def sure_small(self) -> str:
        """A given name in small letters that stands for nothing else."""
        return self.alphabet.words(lambda traits, shape: shape is Shape.LOWER and _unmistakable_given(traits))

    @cached_property
    def uncommon_likely(self) -> str:
        """A likely name that is no ordinary word with a capital."""
        return self.alphabet.words(
            lambda traits, shape: (
                _capital(traits, shape) and _likely(traits) and not (traits & Trait.COMMON and shape is Shape.TITLE)
            )
        )

    @cached_property
    def no_place(self) -> str:
        """A likely name that is no town and no place."""
        return self.alphabet.words(
            lambda traits, shape: (
                _capital(traits, shape) and _likely(traits) and not traits & (Trait.CITY | Trait.LOCATION)
            )
        )

    @cached_property
    def small_town(self) -> str:
        """A town in small letters."""
        return self.alphabet.words(lambda traits, shape: shape is Shape.LOWER and bool(traits & Trait.CITY))

    @cached_property
    def article(self) -> str:
        """An article in small letters: « Monsieur le Juge » is nobody by name."""
        return self.alphabet.having(Trait.ARTICLE, Shape.LOWER)

    @cached_property
    def uncommon(self) -> str:
        """A capitalised word behind an article that is no ordinary one and no role."""
        return self.alphabet.words(
            lambda traits, shape: (
                _capital(traits, shape) and _may_be(traits) and not traits & (Trait.COMMON | Trait.ROLE)
            )
        )

    @cached_property
    def small_linking(self) -> str:
        """« de », « la » in small letters, behind which a small word must be no ordinary one: « dr de garde »."""
        return self.alphabet.having(Trait.LINKING, Shape.LOWER)

    @cached_property
    def small_uncommon(self) -> str:
        """A word in small letters that may be a name and is no ordinary one."""
        return self.alphabet.words(
            lambda traits, shape: (
                shape is Shape.LOWER
                and _may_be(traits)
                and not traits & (Trait.COMMON | Trait.FUNCTION | Trait.PARTICLE | Trait.LINKING)
            )
        )

    @cached_property
    def eponym(self) -> str:
        """A word that makes an eponym of the name behind it."""
        return self.alphabet.having(Trait.EPONYM_HEAD)

    @cached_property
    def linking(self) -> str:
        """A word that links the two, such as « de »."""
        return self.alphabet.having(Trait.LINKING)

    @cached_property
    def grade(self) -> str:
        """A grade behind an eponym: « IIa »."""
        return self.alphabet.having(Trait.GRADE, Shape.TITLE, Shape.UPPER, Shape.ACRONYM, Shape.MIXED)

    @cached_property
    def letters(self) -> str:
        """Two or three capitals that the lists know nothing of: the initials of whoever signs."""
        return self.alphabet.words(lambda traits, shape: shape is Shape.ACRONYM and not traits)

    @cached_property
    def strong(self) -> str:
        """A title; one that is a word too needs its capital."""
        return self.alphabet.words(
            lambda traits, shape: (
                bool(traits & Trait.TITLE) and (shape is not Shape.LOWER or not traits & Trait.WEAK_TITLE)
            )
        )

    @cached_property
    def several(self) -> str:
        """A title of several people, with the capital that it needs."""
        return self.alphabet.words(
            lambda traits, shape: (
                bool(traits & Trait.PLURAL_TITLE) and (shape is not Shape.LOWER or not traits & Trait.WEAK_TITLE)
            )
        )

    @cached_property
    def sure_title(self) -> str:
        """A title that is no other word, whatever its letters."""
        return self.alphabet.words(lambda traits, shape: bool(traits & Trait.TITLE) and not traits & Trait.WEAK_TITLE)
