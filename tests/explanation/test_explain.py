"""Words left out around masks: what is told, where it is shown, and to whom."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_decoders import make_decoder

from palimpseste.deidentifier import DetectorChoice
from palimpseste.detection.generative.folder import quiet
from palimpseste.detection.generative.settings import GenerativeSettings
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError
from palimpseste.explanation import METHODS, Reader, explained, page_of, reader_of

NOTE = Document("n", "Vu ce jour le docteur Anselme pour une toux, retour à domicile avec Martine.")


class Titled:
    """Finds the word behind « docteur », and is surer where « jour » stands too; « toux » speaks against it."""

    name = "titled"

    def found(self, text: str, patient: Patient) -> list[Span]:
        start = text.index("Anselme")
        return [Span(start, start + 7, "LASTNAME")]

    def probabilities(self, text: str, patient: Patient, spans: list[Span]) -> list[float]:
        assert all(text[span.start : span.end] == "Anselme" for span in spans)
        said = 0.2 + 0.5 * ("docteur" in text) + 0.1 * ("jour" in text) - 0.15 * ("toux" in text)
        return [said] * len(spans)


@pytest.mark.parametrize("method", METHODS)
def test_words_that_speak_for_a_mask_are_told(method) -> None:
    (found,) = explained(NOTE, Titled(), method, samples=200)
    assert found.probability == pytest.approx(0.65)
    strongest = [(NOTE.text[start:end], value) for start, end, value in found.strongest(3)]
    assert [word for word, _ in strongest] == ["docteur", "toux", "jour"]
    assert [value for _, value in strongest] == pytest.approx([0.5, -0.15, 0.1], abs=0.06)
    assert explained(NOTE, Titled(), method, samples=200)[0].words == found.words
    near = explained(NOTE, Titled(), method, reach=1, samples=20)[0]
    assert [NOTE.text[start:end] for start, end, _ in near.words] == ["docteur", "pour"]


def test_what_the_model_does_not_find_is_explained_when_it_is_asked_about() -> None:
    class Blind(Titled):
        def found(self, text: str, patient: Patient) -> list[Span]:
            return []

    assert explained(NOTE, Blind()) == []
    (asked,) = explained(NOTE, Blind(), spans=Titled().found(NOTE.text, Patient()))
    assert asked == explained(NOTE, Titled())[0]


def test_a_page_is_in_two_languages_and_escapes_what_it_shows() -> None:
    note = Document("<n>", "Vu le docteur Anselme <script>.")
    found = explained(note, Titled())
    english, french = (page_of(note, found, "titled", "occlusion", language) for language in ("en", "fr"))
    assert "as sensitive as the note" in english
    assert 'lang="fr"' in french
    assert "aussi sensible que la note" in french
    assert "<script>" not in english
    assert "masque rien" in page_of(note, [], "titled", "lime", "fr")


@pytest.mark.parametrize("name", ["compact", "generative"])
def test_models_say_how_probable_their_masks_are(name: str, tmp_path: Path) -> None:
    choice = DetectorChoice()
    if name == "generative":
        with quiet():
            folder = make_decoder(tmp_path / "decoder", "llama", "byte-level", [NOTE.text * 30])
        choice = DetectorChoice(("generative",), generative=GenerativeSettings(folder))
    reader: Reader = reader_of(choice)
    assert reader.name == name
    spans = reader.found(NOTE.text, Patient())
    assert spans
    assert all(0.0 <= each <= 1.0 for each in reader.probabilities(NOTE.text, Patient(), spans))
    found = explained(NOTE, reader, reach=3)
    assert [each.span for each in found] == spans
    assert any(value for each in found for _, _, value in each.words)
    with pytest.raises(UsageError, match="none of the detectors"):
        reader_of(DetectorChoice(("rules",)))


def test_the_page_is_for_its_owner_alone_and_the_command_says_what_it_shows(palimpseste) -> None:
    Path("note.txt").write_text(NOTE.text)
    status, _, said = palimpseste("explain", "note.txt", "-o", "why.html", "--language", "fr", "--reach", 5)
    assert status == 0, said
    assert "shows the text of the note" in said
    assert "Anselme" not in said
    page = Path("why.html")
    assert page.stat().st_mode & 0o777 == 0o600
    assert "Anselme" in page.read_text()
    status, _, said = palimpseste("explain", "note.txt", "-o", "why.html")
    assert (status, "--force replaces it" in said) == (2, True)
    Path("notes.jsonl").write_text('{"id": "a", "text": "Toux."}\n{"id": "b", "text": "Vu M. Paul DURAND."}\n')
    status, _, said = palimpseste("explain", "notes.jsonl", "-o", "b.html")
    assert (status, "which one? (--id)" in said) == (2, True)
    assert palimpseste("explain", "notes.jsonl", "--id", "b", "-o", "b.html")[0] == 0
