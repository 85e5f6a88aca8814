"""The spaCy component and the EDS-NLP pipe, with the real libraries: every character that was found is in a span."""

from __future__ import annotations

import pickle
from datetime import datetime

import pytest

from palimpseste import Deidentifier
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import DocumentError, PalimpsesteError, UsageError
from palimpseste.pipelines.date_formats import date_format
from palimpseste.pipelines.eds_names import records_of
from palimpseste.pipelines.tokens import TokenSpan, token_spans

NOTE = "Mme Ze\u0301lie CANARIDA \U0001f600\r\nne\u0301e le 12/03/1954, 12 rue des Lilas 75013Paris, vue le 3 janv. 21."
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")


@pytest.fixture(scope="module")
def spacy():
    return pytest.importorskip("spacy", reason="needs palimpseste[spacy]")


def found_in(note, **record):
    detector = Deidentifier(Deidentifier.default(detectors=["record", "rules"]).detectors)
    return detector.detect(Document("1", note, patient=Patient(**record)))


def covered(spans):
    return {place for span in spans for place in range(span.start_char, span.end_char)}


def test_spans_that_share_a_token_are_one_and_lose_nothing():
    spans = [Span(2, 5, "ZIP"), Span(5, 9, "CITY"), Span(12, 14, "DATE"), Span(20, 21, "AGE")]
    starts, ends = [0, 4, 10, 13, 20], [3, 10, 13, 19, 22]
    assert token_spans(spans, starts, ends) == [
        TokenSpan(0, 2, (spans[0], spans[1])),
        TokenSpan(2, 4, (spans[2],)),
        TokenSpan(4, 5, (spans[3],)),
    ]
    assert token_spans(spans, starts, ends)[0].main.label == "CITY"
    with pytest.raises(PalimpsesteError, match="touches no token"):
        token_spans([Span(3, 4, "CITY")], starts, ends)


def test_what_was_found_goes_to_bytes_and_back(spacy):
    nlp = spacy.blank("fr")
    nlp.add_pipe("palimpseste", config={"detectors": ["rules"]})
    doc = nlp(NOTE)
    # So does spaCy itself, from one process to another: nlp.pipe(texts, n_process=2).
    again = spacy.tokens.Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert doc.ents
    for before, after in zip(doc.ents, again.ents, strict=True):
        assert tuple(after._.palimpseste) == before._.palimpseste
        assert after._.palimpseste[0].evidence == before._.palimpseste[0].evidence


def test_the_component_gives_what_is_found(spacy, tmp_path):
    nlp = spacy.blank("fr")
    nlp.add_pipe("palimpseste", config={"detectors": ["record", "rules"]})
    doc = nlp.make_doc(NOTE)
    doc.ents = [doc.char_span(0, 3, label="OURS"), doc.char_span(4, 19, label="OURS", alignment_mode="expand")]
    doc._.palimpseste_patient = {"lastname": "Canarida"}
    doc = nlp(doc)
    expected = found_in(NOTE, lastname="Canarida")
    assert [each for span in doc.ents for each in span._.palimpseste] == list(expected)
    assert all(span._.palimpseste[0].evidence for span in doc.ents if span.label_ != "OURS")
    assert {place for span in expected for place in range(span.start, span.end)} <= covered(doc.ents)
    assert [span.text for span in doc.ents if span.label_ == "OURS"] == ["Mme"]
    nlp.to_disk(tmp_path / "nlp")
    again = spacy.load(tmp_path / "nlp")(NOTE)
    assert [span.label_ for span in again.ents] == [span.label_ for span in nlp(NOTE).ents]
    pickle.loads(pickle.dumps(nlp.get_pipe("palimpseste")))


def test_a_token_that_is_cut_is_taken_whole_and_a_group_of_spans_may_be_written(spacy):
    nlp = spacy.blank("fr")
    config = {"detectors": ["rules"], "spans_key": "identifying", "view": "aphp"}
    nlp.add_pipe("palimpseste", config=config)
    doc = nlp("Adresse : 12 rue des Lilas 75013Paris.")
    *_, last = doc.spans["identifying"]
    assert (last.text, [each.label for each in last._.palimpseste]) == ("75013Paris", ["ZIP", "CITY"])
    assert (last.label_, doc.ents) == ("ZIP CODE", ())


def test_a_document_that_fails_raises_and_is_not_quoted(spacy, monkeypatch):
    nlp = spacy.blank("fr")
    pipe = nlp.add_pipe("palimpseste", config={"detectors": ["rules"]})

    def fail(tokens, patient):
        raise RuntimeError(tokens.view.text)

    pipe.detector = Deidentifier((fail,))
    with pytest.raises(DocumentError) as caught:
        list(nlp.pipe(["M. CANARIDA"]))
    assert "CANARIDA" not in str(caught.value)
    with pytest.raises(UsageError, match="unknown detector"):
        nlp.add_pipe("palimpseste", name="other", config={"detectors": ["oracle"]})


@pytest.mark.parametrize(
    ("text", "python", "java"),
    [
        ("12/03/1954", "%d/%m/%Y", "dd/MM/yyyy"),
        ("le 3 janvier 21", "le %-d %B %y", "'le 'd MMMM yy"),
        ("lundi 03.1.2021", "%A %d.%-m.%Y", "EEEE dd.M.yyyy"),
        ("2015", "%Y", "yyyy"),
        ("J+3 100%", "J+? ???%%", "'J+? ???%'"),
    ],
)
def test_the_form_of_a_date_is_told_without_its_figures(text, python, java):
    assert (date_format(text), date_format(text, "java")) == (python, java)


def test_further_values_of_a_context_are_further_records():
    context = {"NOM": ["A", "B"], "nom_naiss": "C", "EMAIL": ["d@e.fr"], "MAIL": ["f@g.fr"], "TEL": []}
    assert records_of(context) == [
        Patient(lastname="A", birth_lastname="C", email="d@e.fr"),
        Patient(lastname="B", email="f@g.fr"),
    ]
    assert records_of({}) == [Patient()]
    with pytest.raises(UsageError, match="is none of ADRESSE") as caught:
        records_of({"CANARIDA": "x"})
    assert "CANARIDA" not in str(caught.value)


@pytest.fixture(scope="module")
def edsnlp():
    return pytest.importorskip("edsnlp", reason="needs palimpseste[edsnlp]")


def test_the_pipe_gives_the_labels_and_attributes_of_eds_pseudo(edsnlp):
    nlp = edsnlp.blank("eds")
    nlp.add_pipe("eds.normalizer")
    nlp.add_pipe("eds.palimpseste", config={"detectors": ["record", "rules"]})
    doc = nlp.make_doc(NOTE + " Mme ZORGLUBE.")
    doc._.context = {"NOM": ["Canarida", "Zorglube"], "VILLE": ["Paris"]}
    doc._.note_datetime = datetime(2021, 2, 1)
    doc = nlp(doc)
    told = [(span.text, span.label_, span._.source, str(span._.date), span._.date_format) for span in doc.ents]
    assert told == [
        ("Ze\u0301lie", "PRENOM", None, "None", None),
        ("CANARIDA", "NOM", "structured", "None", None),
        ("12/03/1954", "DATE_NAISSANCE", None, "1954-03-12", "%d/%m/%Y"),
        ("12 rue des Lilas", "ADRESSE", None, "None", None),
        ("75013", "ZIP", None, "None", None),
        ("Paris", "VILLE", "structured", "None", None),
        ("3 janv. 21", "DATE", None, "2021-01-03", "%-d %b %y"),
        ("ZORGLUBE", "NOM", "structured", "None", None),
    ]
    birth = doc.spans["DATE_NAISSANCE"][0]
    assert birth._.value == birth._.date == birth._.DATE_NAISSANCE
    assert birth._.datetime == datetime(1954, 3, 12)
    assert doc.ents[0]._.value is None


def test_the_pipe_completes_a_date_by_the_next_and_may_keep_to_the_labels_of_eds_pseudo(edsnlp):
    nlp = edsnlp.blank("eds")
    config = {"detectors": ["rules"], "others": False, "format": "java", "span_setter": "pseudo"}
    nlp.add_pipe("eds.palimpseste", config=config)
    doc = nlp("M. Paul DURAND, 67 ans, vu le 10/05 et le 12/06/2018, http://exemple.fr")
    spans = doc.spans["pseudo"]
    assert {span.label_ for span in spans} == {"NOM", "PRENOM", "DATE"}
    assert [(str(span._.date), span._.date_format) for span in spans if span.label_ == "DATE"] == [
        ("2018-05-10", "dd/MM"),
        ("2018-06-12", "dd/MM/yyyy"),
    ]
    assert doc.ents == ()
    pipe = pickle.loads(pickle.dumps(nlp.get_pipe("palimpseste")))
    assert len(pipe(nlp.make_doc("M. Paul DURAND")).spans["pseudo"]) == 2
