"""Laws of the replacer, over notes written for development and over sentences."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace as changed
from datetime import date
from functools import partial

import pytest
from timing import grows_in_proportion, seconds

from palimpseste.document import Document, Patient, Span
from palimpseste.errors import DocumentError
from palimpseste.folding import fold_name
from palimpseste.labels import LABELS, Label
from palimpseste.places import PlaceTable
from palimpseste.result import Draft
from palimpseste.surrogates import CohortKey, MasterKey, Policy, Replacer
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.surrogates.values.shapes import changed_shape
from palimpseste.writings.atlas import atlas_of

# A date that lacks its day or its year may meet another date of the note after the shift; an age may stay on purpose.
PARTIAL = ("DATE", "BIRTHDATE", "AGE")


def surrogates_of(result: Draft) -> list[tuple[str, str]]:
    return [(span.label, result.text[span.start : span.end]) for span in result.spans]


def test_the_notes_hold_every_label(notes: list[Document]) -> None:
    assert {span.label for note in notes for span in note.entities} == set(LABELS)


def test_everything_outside_the_spans_is_untouched(notes: list[Document], replacer: Replacer) -> None:
    for note in notes:
        result = replacer(note, note.entities)
        # Weekdays beside dates are replaced with them.
        assert tuple(span for span in result.original_spans if span.source != "beside") == note.entities
        end = new_end = 0
        for old, new in zip(result.original_spans, result.spans, strict=True):
            assert note.text[end : old.start] == result.text[new_end : new.start]
            assert old.label == new.label
            end, new_end = old.end, new.end
        assert note.text[end:] == result.text[new_end:]


def test_the_offset_map_carries_each_span_to_its_surrogate_and_back(notes: list[Document], replacer: Replacer) -> None:
    for note in notes:
        result = replacer(note, note.entities)
        for old, new in zip(result.original_spans, result.spans, strict=True):
            assert result.offsets.span_to_new(old) == new
            assert result.offsets.span_to_original(new) == old


def test_no_original_value_survives(notes: list[Document], replacer: Replacer) -> None:
    for note in notes:
        result = replacer(note, note.entities)
        written = " | ".join(fold_name(surrogate) for _, surrogate in surrogates_of(result))
        for span in note.entities:
            value = fold_name(note.text[span.start : span.end])
            if span.label not in PARTIAL and len(value) > 2:
                assert f" {value} " not in f" {written} ", (note.id, span)


def test_no_name_of_the_record_survives(notes: list[Document], replacer: Replacer) -> None:
    for note in notes:
        result = replacer(note, note.entities)
        words = {word for _, surrogate in surrogates_of(result) for word in fold_name(surrogate).split()}
        patient = note.patient
        for name in (patient.lastname, patient.birth_lastname, patient.firstname):
            assert not {word for word in fold_name(name).split() if len(word) > 3} & words, note.id


def test_the_order_of_documents_is_irrelevant(notes: list[Document], replacer: Replacer) -> None:
    forth = {note.id: replacer(note, note.entities).text for note in notes}
    shuffled = notes[:]
    random.Random(1).shuffle(shuffled)
    assert {note.id: replacer(note, note.entities).text for note in shuffled} == forth


def test_another_cohort_agrees_no_more_than_chance(notes: list[Document], replacer: Replacer) -> None:
    other = Replacer(MasterKey(bytes(range(32))).cohort("other"), Policy.named("plausible"))
    # What is written anew beside a value may be in one cohort and not in the other.
    pairs = [
        (one, two)
        for note in notes
        for one, two in zip(
            *(
                [
                    name
                    for label, name in surrogates_of(make(note, note.entities))
                    if label == "LASTNAME" and len(name) > 2
                ]
                for make in (replacer, other)
            ),
            strict=True,
        )
        if len(one) > 3
    ]
    # About 150 names among lists of thousands a class: more than three equal draws have a chance below one in 10,000.
    assert len(pairs) > 100
    assert sum(one == two for one, two in pairs) <= 3


def test_documents_of_a_patient_agree(replace: Callable[..., Draft]) -> None:
    by_identifier = {"patient_id": "8004 312", "lastname": "Durand"}
    same = {"patient_id": "8004-312", "lastname": "Durant"}
    marked = "M. <LASTNAME>Morel</LASTNAME>"
    assert replace(marked, id="1", **by_identifier).text == replace(marked, id="2", **same).text
    by_name = {"lastname": "DURAND", "firstname": "Paul", "birthdate": "1954-03-12"}
    alike = {"lastname": "Durand", "firstname": "paul", "birthdate": "12/03/1954"}
    assert replace(marked, id="1", **by_name).text == replace(marked, id="2", **alike).text
    assert replace(marked, id="1").text != replace(marked, id="2").text
    assert replace(marked, id="1", city="Dijon").text != replace(marked, id="2", city="Dijon").text


def test_numbered_tags_give_equal_values_equal_numbers(replace: Callable[..., Draft]) -> None:
    result = replace(
        "<LASTNAME>DURAND</LASTNAME> <FIRSTNAME>Paul</FIRSTNAME>, <LASTNAME>Morel</LASTNAME>, "
        "<LASTNAME>Durand</LASTNAME>, <FIRSTNAME>P.</FIRSTNAME> <LASTNAME>D.</LASTNAME>, "
        "<PHONE>06 12 34 56 78</PHONE>, <PHONE>0612345678</PHONE>, <PHONE>0612345679</PHONE>",
        policy="numbered-tags",
    )
    assert result.text == (
        "[LASTNAME_1] [FIRSTNAME_1], [LASTNAME_2], [LASTNAME_1], [FIRSTNAME_1] [LASTNAME_1], [PHONE_1], [PHONE_1], "
        "[PHONE_2]"
    )


def test_tags_and_masks_say_nothing_of_the_value(replace: Callable[..., Draft]) -> None:
    marked = "Né le <BIRTHDATE>12/03/1954</BIRTHDATE>."
    assert replace(marked, policy="tag").text == "Né le [BIRTHDATE]."
    assert replace(marked, policy="mask").text == "Né le [XXXXX]."


def test_a_kept_label_is_neither_changed_nor_listed(key: CohortKey) -> None:
    policy = Policy.from_mapping({"default": "mask", "labels": {"AGE": "keep"}})
    spans = [Span(0, 4, "FIRSTNAME"), Span(6, 12, "AGE", "rules.age"), Span(14, 19, "CITY"), Span(21, 27, "AGE")]
    result = Replacer(key, policy)(Document("1", "Paul, 82 ans, Dijon, 83 ans."), spans)
    assert result.text == "[XXXXX], 82 ans, [XXXXX], 83 ans."
    assert [span.label for span in result.spans] == ["FIRSTNAME", "CITY"]
    assert [result.text[span.start : span.end] for span in result.kept] == ["82 ans", "83 ans"]
    assert [(span.label, span.source) for span in result.kept] == [("AGE", "rules.age"), ("AGE", "")]
    assert [result.offsets.span_to_original(span) for span in result.kept] == [spans[1], spans[3]]


def test_hospitals_are_found_and_kept_by_the_policy_named_for_it(key: CohortKey) -> None:
    text = "Mme Durand, suivie à l'hôpital Bichat"
    spans = [Span(4, 10, "LASTNAME"), Span(23, 37, "HOSPITAL")]
    kept, other = (
        Replacer(key, Policy.named(name))(Document("1", text), spans) for name in ("keep-hospitals", "plausible")
    )
    assert kept.text.endswith("à l'hôpital Bichat")
    assert kept.text.startswith(other.text[: other.spans[0].end]), "names are those of the policy plausible"
    assert "Bichat" not in other.text
    assert Policy.named("keep-hospitals").kept == {"HOSPITAL"}


# A row holds one value in the writings of several documents of a patient's file.
WRITINGS = {
    "LASTNAME": [
        ["Le Goff", "LE GOFF", "le goff", "Le-Goff", "Lé  Goff", "Le\nGoff"],
        ["Lefèvre-Bœuf", "LEFEVRE BOEUF", "Lefe\u0300vre - Boeuf", "lefevre‑bœuf"],
        ["D'Haese", "D’HAESE", "d haese"],
    ],
    "FIRSTNAME": [["Jean-Paul", "JEAN PAUL", "jean‑paul"], ["Hélène", "HELENE", "hélène"]],
    "PHONE": [
        ["0612345678", "06 12 34 56 78", "06.12.34.56.78", "06-12-34-56-78", "06/12/34/56/78", "06\u00a012 345 678"],
        ["+33 6 12 34 56 78", "0033612345678", "+33 (0)6.12.34.56.78"],
    ],
    "SSN": [
        ["185057800608436", "1 85 05 78 006 084 36", "1.85.05.78.006.084.36"],
        ["2690520A00410", "2 69 05 20a 004 10"],
    ],
    "PATIENT_ID": [["12345678", "1234 5678", "12.345.678", "12-345-678"], ["AB12345", "ab 12345", "AB-12345"]],
    "VISIT_ID": [["987654321", "987 654 321", "987-654-321"]],
    "OTHER_ID": [["10003456789", "1000 3456 789", "1000.3456.789"]],
    "REFERENCE": [["AB/CD/123", "ab/cd 123"]],
    "EMAIL": [["Paul.Durand@chu.fr", "paul.durand@chu.fr", "PAUL.DURAND@CHU.FR"]],
    "URL": [["www.chu.fr", "WWW.CHU.FR"]],
    "ADDRESS": [
        ["12 rue de la Paix", "12, RUE DE LA PAIX", "12  r. de la paix", "12 r de la Paix"],
        ["3bis, av. du Gal Leclerc", "3 bis avenue du Général-Leclerc", "3 BIS AVENUE DU GENERAL LECLERC"],
    ],
    "HOSPITAL": [
        ["hôpital Saint-Louis", "HOPITAL ST LOUIS", "hôpital St-Louis"],
        ["Clinique Sainte-Anne", "clinique Ste Anne"],
    ],
    "ORGANIZATION": [["Société Dupont", "SOCIETE DUPONT"], ["lycée Saint-Joseph", "Lycée St Joseph"]],
}
# What a surrogate still differs in where its source does, signs and case aside: words and prefixes that stay.
_STAYS = re.compile(r"\b(?:rue|r|avenue|av|clinique|hopital|lycee|sainte?|ste?)\b")
_PREFIX = re.compile(r"^(?:0033|330?|0)(?=[67])")


@pytest.mark.parametrize(
    ("label", "writings"),
    [
        pytest.param(label, row, id=f"{label} {number}")
        for label, rows in WRITINGS.items()
        for number, row in enumerate(rows)
    ],
)
def test_one_value_keeps_one_surrogate_in_a_patient_s_file_however_it_is_written(
    replacer: Replacer, label: Label, writings: list[str]
) -> None:
    written = set()
    for number, value in enumerate(writings):
        document = Document(f"d{number}", f"x {value} y", patient=Patient(patient_id="7"))
        surrogate = replacer(document, [Span(2, 2 + len(value), label)]).text[2:-2]
        assert fold_name(surrogate) != fold_name(value)
        rest = re.sub(r"[\W_]+", "", _STAYS.sub("", fold_name(surrogate)))
        written.add(_PREFIX.sub("", rest) if label == "PHONE" else rest)
    assert len(written) == 1, sorted(written)


@pytest.mark.parametrize(
    "spans",
    [
        pytest.param([Span(4, 6, "CITY"), Span(0, 2, "CITY")], id="not sorted"),
        pytest.param([Span(0, 3, "CITY"), Span(2, 6, "CITY")], id="overlapping"),
        pytest.param([Span(0, 60, "CITY")], id="beyond the text"),
    ],
)
def test_spans_that_cannot_be_replaced_are_refused(replacer: Replacer, spans: list[Span]) -> None:
    with pytest.raises(DocumentError, match="span") as error:
        replacer(Document("1", "Canari vert"), spans)
    assert "Canari" not in str(error.value)


@pytest.mark.parametrize("policy", ["plausible", "dp"])
def test_each_label_is_written_in_its_own_way(replace: Callable[..., Draft], policy: str) -> None:
    written = {
        "HOSPITAL": ("CHU de Dijon", r"CHU? d(e |['’]).+"),
        "ORGANIZATION": ("mairie de Beaune", r"mairie d(e |['’]|u |es ).+"),
        "CITY": ("DIJON", r"[A-ZÀ-Ÿ' -]+"),
        "ZIP": ("21000", r"\d{5}"),
        "LOCATION": ("Côte-d'Or", r"[A-ZÀ-Ÿ][\w' -]+"),
        "ADDRESS": ("12 rue des Lilas", r"\d+ rue .+"),
        "EMAIL": ("p.durand@orange.fr", r"[a-z.]+@[a-z.-]+\.(example|test|invalid)"),
        "URL": ("www.chu-dijon.fr", r"www\.[a-z.-]+\.(example|test|invalid)"),
        "SSN": ("1 54 03 21 231 045 67", r"[12] \d\d \d\d \d\d \d{3} 000 \d\d"),
        "PHONE": ("06 12 90 77 41", r"06 39 98 \d\d \d\d"),
        "OTHER_ID": ("22H04512", r"\d\d[A-Z]\d{5}"),
        "REFERENCE": ("PM/cl/2023-114", r"[A-Z]{2}/[a-z]{2}/\d{4}-\d{3}"),
        "AGE": ("67 ans", r"\d+ ans"),
        "DATE": ("12/03/2021", r"\d\d/\d\d/\d{4}"),
        "LASTNAME": ("DURAND", r"[A-ZÀ-Ÿ' -]+"),
    }
    result = replace(
        " ; ".join(f"<{label}>{source}</{label}>" for label, (source, _) in written.items()), policy=policy
    )
    for label, surrogate in surrogates_of(result):
        assert re.fullmatch(written[label][1], surrogate), (label, surrogate)
    spent = {} if result.ledger is None else {kind: count for kind, _, _, count in result.ledger.entries}
    # Dijon stands thrice and is released once; the body of Beaune is another town.
    assert spent == ({} if policy == "plausible" else {"CITY": 2, "AGE": 1, "DATE": 1})


def test_any_text_under_any_label_gets_something_else(replacer: Replacer) -> None:
    """Detection errs: whatever a span holds, it is replaced and nothing fails."""
    values = [
        "?",
        "  ",
        "42",
        "Ωμέγα",
        "a\nb",
        "d'",
        "-",
        "é" * 300,
        "1" * 300,
        "de la",
        "🙂",
        "M. X",
        "\x00",
        "CHU",
        "2 2 2",
    ]
    for value in values:
        for label in LABELS:
            text = f"<<{value}>>"
            result = replacer(Document("1", text), [Span(2, 2 + len(value), label)])
            assert result.text.startswith("<<")
            assert result.text.endswith(">>")
            if label not in PARTIAL and any(c.isalnum() and c.isascii() for c in value):
                assert result.text != text, (label, value)


def test_time_grows_linearly_with_the_length_of_a_value(replacer: Replacer) -> None:
    def replacing(length: int) -> Callable[[], None]:
        values = [
            "rue " * (length // 4),
            " " * length + "x",
            "1 " * (length // 2),
            "a-" * (length // 2),
            "é\n" * (length // 2),
        ]

        def replace_each() -> None:
            for value in values:
                for label in LABELS:
                    replacer(Document("1", value), [Span(0, len(value), label)])

        return replace_each

    # Ten times the text may take ten times as long; a quadratic pattern would take a hundred.
    assert grows_in_proportion(replacing, (2_000, 20_000), growth=40, noise=0.0)


def test_a_note_of_twenty_spans_takes_little_time(notes: list[Document], replacer: Replacer) -> None:
    spans = sum(len(note.entities) for note in notes)

    def replace_all(time: int) -> None:
        for note in notes:
            replacer(changed(note, id=f"{note.id}-{time}"), note.entities)

    # Measured at 0.03 ms a span.
    assert min(seconds(partial(replace_all, time)) for time in range(3)) / spans < 0.5e-3


@pytest.mark.parametrize("label", ["LASTNAME", "OTHER_ID", "CITY", "DATE"])
def test_a_value_longer_than_any_gets_letters_for_letters(key: CohortKey, replacer: Replacer, label: Label) -> None:
    value = ("Durand 12 " * 51)[:501]
    result = replacer(Document("1", value), [Span(0, 501, label)])
    stream = Draws(key, "document:1").stream(label, value, "long")
    assert result.text == changed_shape(value, stream)
    assert re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "9", result.text)) == re.sub(
        "[A-Za-z]", "a", value.replace("12", "99")
    )


def test_a_name_of_the_greatest_length_is_still_a_name(replacer: Replacer) -> None:
    result = replacer(Document("1", "D" * 500), [Span(0, 500, "LASTNAME")])
    assert 3 < len(result.text) < 30


def test_spans_may_touch_each_other_and_the_end(key: CohortKey) -> None:
    mask = Replacer(key, Policy.named("mask"))
    result = mask(Document("1", "DurandPaul"), [Span(0, 6, "LASTNAME"), Span(6, 10, "FIRSTNAME")])
    assert result.text == "[XXXXX][XXXXX]"
    with pytest.raises(DocumentError, match="ends at 11, beyond the text of 10 characters"):
        mask(Document("1", "DurandPaul"), [Span(0, 11, "LASTNAME")])
    with pytest.raises(DocumentError, match="one starts at 5 before 6"):
        mask(Document("1", "DurandPaul"), [Span(0, 6, "LASTNAME"), Span(5, 10, "FIRSTNAME")])


def test_an_age_stays_where_birth_and_document_move_alike(replace: Callable[..., Draft]) -> None:
    age = "<AGE>67 ans</AGE>"
    born = "né le <BIRTHDATE>12/03/1954</BIRTHDATE>, "
    assert "67 ans" in replace(born + age, written=date(2021, 5, 3)).text
    assert "67 ans" not in replace(age, written=date(2021, 5, 3)).text


def test_a_place_is_written_as_its_label_says(replace: Callable[..., Draft]) -> None:
    atlas = choices_of(atlas_of(PlaceTable.bundled()))

    def written(label: str, value: str) -> str:
        return replace(f"<{label}>{value}</{label}>").text

    assert written("LOCATION", "Espagne") in atlas.abroad.countries
    assert written("ORGANIZATION", "mairie de Beaune").startswith("mairie de ")
    assert not written("CITY", "mairie de Beaune").startswith("mairie")
    assert re.fullmatch(r"\d{5}", written("ZIP", "21000"))
    assert re.fullmatch("[A-Z ]+", written("ORGANIZATION", "ZETA"))
    assert re.fullmatch(r"[A-ZÀ-Ÿ' -]+ CEDEX \d", written("CITY", "DIJON CEDEX 9"))
    assert written("HOSPITAL", "clinique des Lilas").startswith("clinique ")


@pytest.mark.parametrize(
    ("label", "same"), [("PHONE", "VISIT_ID"), ("VISIT_ID", "PATIENT_ID"), ("OTHER_ID", "PATIENT_ID")]
)
def test_only_identifiers_share_surrogates_across_labels(replace: Callable[..., Draft], label: str, same: str) -> None:
    one, other = (replace(f"<{each}>0412877788</{each}>").text for each in (label, same))
    assert (one == other) is (label != "PHONE")


def test_what_stands_for_a_body_tells_nothing_of_a_released_town(replace: Callable[..., Draft]) -> None:
    # Names of the document are not drawn; were that of a town among them, its body would tell which town it was not.
    def body_beside(town: str, policy: str) -> str:
        result = replace(f"<HOSPITAL>clinique Bauer</HOSPITAL>, <CITY>{town}</CITY>", policy=policy)
        return result.text[result.spans[0].start : result.spans[0].end]

    drawn = body_beside("Dijon", "dp")
    same = drawn.removeprefix("clinique ").replace("-", " ")
    assert body_beside(same, "dp") == drawn
    assert body_beside("Dijon", "plausible") == drawn
    assert body_beside(same, "plausible") != drawn
