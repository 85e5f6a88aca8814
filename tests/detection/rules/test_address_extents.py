"""What stands between a street line and its postal code, or its number in words, is of the address."""

from __future__ import annotations

import pytest

from palimpseste.corpus import parse_markup
from palimpseste.detection.rules.address_extents import widened_addresses
from palimpseste.detection.view import TextView

# In tags what other rules found; then the whole address, or None where it ends where they say.
CASES = {
    "a floor and its shutters": (
        "<ADDRESS>31, impasse du Four</ADDRESS>, 2e maison, volet rouge, <ZIP>84120</ZIP> Pertuis",
        "31, impasse du Four, 2e maison, volet rouge",
    ),
    "the next line": (
        "<ADDRESS>22 RUE FOCH</ADDRESS>\n2EME ETAGE PORTE 6\n<ZIP>67380</ZIP> LINGOLSHEIM",
        "22 RUE FOCH\n2EME ETAGE PORTE 6",
    ),
    "a gate's code": (
        "<ADDRESS>7 villa des Tulipes</ADDRESS> code portillon 1789A\n<ZIP>94400</ZIP> VITRY",
        "7 villa des Tulipes code portillon 1789A",
    ),
    "two lines further": ("<ADDRESS>12 rue Haute</ADDRESS>\nÉcole\nMaternelle\n<ZIP>21000</ZIP> Dijon", None),
    "no number": ("habite <ADDRESS>rue du phare</ADDRESS>", None),
    "cent deux": ("logé cent deux <ADDRESS>rue de la goutte d'or</ADDRESS>", "cent deux rue de la goutte d'or"),
    "quatorze bis": ("au quatorze bis, <ADDRESS>rue du phare</ADDRESS>", "quatorze bis, rue du phare"),
    "an article": ("dans une <ADDRESS>rue du Phare</ADDRESS>", None),
    "a service": ("<ADDRESS>12 rue Haute</ADDRESS> - Service de chirurgie - <ZIP>21000</ZIP> Dijon", None),
    "a telephone": ("<ADDRESS>12 rue Haute</ADDRESS>, tél. interne 12, <ZIP>21000</ZIP> Dijon", None),
    "another sentence": ("<ADDRESS>12 rue Haute</ADDRESS>. Elle y vit. Née à <ZIP>21000</ZIP> Dijon", None),
    "another column": ("<ADDRESS>2 rue Basse</ADDRESS>          82 ans, 49 kg\n<ZIP>21000</ZIP> Dijon", None),
    "the other column's line": (
        "Dr Vatin          <ADDRESS>2 rue Basse</ADDRESS>\nPsychiatrie adulte          <ZIP>21000</ZIP> Dijon",
        None,
    ),
    "an indented line": (
        "     <ADDRESS>2 rue Basse</ADDRESS>\n     bâtiment B\n     <ZIP>21000</ZIP> Dijon",
        "2 rue Basse\n     bâtiment B",
    ),
    "spaces at the end of its line": (
        "<ADDRESS>2 rue Basse</ADDRESS>      \nbâtiment B\n<ZIP>21000</ZIP> Dijon",
        "2 rue Basse      \nbâtiment B",
    ),
    "a full stop": ("<ADDRESS>2 rue Basse</ADDRESS>, porte 4. <ZIP>21000</ZIP> Dijon", "2 rue Basse, porte 4"),
    "nothing between": ("<ADDRESS>12 rue Haute</ADDRESS>, <ZIP>21000</ZIP> Dijon", None),
    "no postal code": ("<ADDRESS>12 rue Haute</ADDRESS>, volet rouge", None),
    "too far": (f"<ADDRESS>12 rue Haute</ADDRESS> {'a' * 61} <ZIP>21000</ZIP>", None),
}


@pytest.mark.parametrize(("marked", "whole"), CASES.values(), ids=CASES)
def test_an_address_is_whole(marked: str, whole: str | None) -> None:
    text, spans = parse_markup(marked)
    view = TextView.of(text)
    found = [view.text[span.start : span.end] for span in widened_addresses(view, spans)]
    assert found == ([] if whole is None else [whole])
