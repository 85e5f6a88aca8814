"""What pages say, in both languages."""

from __future__ import annotations

import pytest

from palimpseste.service.words import words_for


def test_both_languages_say_everything():
    french, english = words_for("fr"), words_for("en")
    assert french.keys() == english.keys()
    assert all(french.values())
    assert all(english.values())


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("fr-FR,fr;q=0.9,en;q=0.8", "fr"), ("en-GB", "en"), ("de,fr;q=0.5", "fr"), ("", "en"), ("*", "en"), ("FR", "fr")],
)
def test_the_language_asked_for_first_is_spoken(accepted, language):
    assert words_for(accepted)["language"] == language
