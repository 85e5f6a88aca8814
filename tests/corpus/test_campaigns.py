"""What several people annotated in other tools: read as those tools write it, compared, settled, given back."""

from __future__ import annotations

import json
import shutil
import unicodedata
from pathlib import Path
from zipfile import ZipFile

import pytest

from palimpseste.corpus import read_documents, write_documents
from palimpseste.corpus.annotators import annotations_of
from palimpseste.corpus.campaign import Campaign
from palimpseste.corpus.label_studio import interface
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError

TEXT = "Mme 👩 Durand\r\n" + unicodedata.normalize("NFD", "Lefèvre") + " 𝔸, vue le 3 mai."
NAME, OTHER, DAY = Span(6, 12, "LASTNAME"), Span(14, 22, "LASTNAME"), Span(33, 38, "DATE")
TEXTS = {"n1.txt": TEXT, "n2.txt": TEXT + " Bien."}
ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
METADATA = "de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData"
NOTE = Document("n 1/é", TEXT, "CRH", None, Patient(lastname="Durand"), (NAME, OTHER, DAY))
FORMATS = ("label-studio", "inception", "inception-xmi", "doccano", "brat")
FILES = {
    "label-studio": "x.label-studio.json",
    "inception": "cas",
    "inception-xmi": "xmi",
    "doccano": "x.doccano.jsonl",
    "brat": "brat",
}


OF_LABEL = {"label": "LASTNAME"}
SPAN = {"start": 8, "end": 15, **OF_LABEL}


def result(start, end, text, label="LASTNAME"):
    return {"type": "labels", "value": {"start": start, "end": end, "text": text, "labels": [label]}}


def task(*annotations, text="Mme 👩 Durand", **fields):
    return {"id": 7, "data": {"text": text}, "annotations": list(annotations), "predictions": [], **fields}


def of(person, *results, **fields):
    return {"completed_by": person, "result": list(results), **fields}


def written(path: Path, *tasks) -> Path:
    path.write_text(json.dumps(tasks, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.mark.parametrize("format", FORMATS)
def test_offsets_hold_for_decomposed_and_astral_letters_and_line_ends(tmp_path, format):
    if "inception" in format:
        pytest.importorskip("cassis", reason="UIMA CAS: pip install 'palimpseste[campaign]'")
    assert TEXT[DAY.start : DAY.end] == "3 mai"
    path = tmp_path / FILES[format]
    write_documents([NOTE, Document("empty", "rien")], path, format)
    assert list(read_documents(path)) == [NOTE, Document("empty", "rien")]
    write_documents([NOTE], path, format, overwrite=True)
    assert [each.id for each in read_documents(path)] == [NOTE.id]


class TestLabelStudio:
    def test_units_are_those_of_its_page(self, tmp_path):
        write_documents([NOTE], tmp_path / "x.label-studio.json")
        (told,) = json.loads((tmp_path / "x.label-studio.json").read_text())
        value = told["predictions"][0]["result"][0]["value"]
        assert (value["start"], value["end"], value["text"]) == (7, 13, "Durand")
        assert told["data"]["document_id"] == "n 1/é"

    def test_what_was_submitted_stands_before_what_was_predicted(self, tmp_path):
        name = result(7, 13, "Durand")
        path = written(
            tmp_path / "x.label-studio.json",
            task(of(1, was_cancelled=True), of(1, name, updated_at="2"), of(1, updated_at="1")),
            task(predictions=[{"result": [name]}]),
            task(of(1), predictions=[{"result": [name]}]),
        )
        assert [len(each.entities) for each in read_documents(path)] == [1, 1, 0]

    def test_several_people_are_parted(self, tmp_path):
        path = written(
            tmp_path / "x.json",
            task(of({"id": 3, "email": "a@x.fr"}, result(7, 13, "Durand")), of(4, {"type": "choices", "value": {}})),
        )
        with pytest.raises(UsageError, match=r"task 1: several people annotated it: palimpseste campaign import"):
            list(read_documents(path, "label-studio"))
        found = dict(annotations_of(path))
        assert {person: each.entities for person, each in found.items()} == {
            "a@x.fr": (Span(6, 12, "LASTNAME"),),
            "4": (),
        }

    @pytest.mark.parametrize(
        ("tasks", "said"),
        [
            ([task(of(1, result(6, 12, "Durand")))], "task 1: the text at 6 is not the one that the result repeats"),
            ([task(of(1, result(5, 13, None)))], "task 1: an edge lies outside the text or inside a character"),
            ([task(of(1, result(7, 99, None)))], "task 1: an edge lies outside"),
            ([task(of(1, result([7], 13, None)))], "task 1: an edge lies outside"),
            ([task(), task(of(1, result(7, 13, "Durand", "NAME")))], "task 2: unknown label"),
            ([task(of(1, {"type": "labels", "value": {"labels": ["AGE", "CITY"]}}))], "a result without one label"),
            ([task(text=3)], "data has no 'text'"),
            ([{"text": "Durand"}], "no object with 'data'"),
            ([task("Durand")], "that is no object"),
            ([{**task(), "annotations": {"Durand": 1}}], "'annotations' is no list"),
        ],
    )
    def test_mistakes_are_told_by_task(self, tmp_path, tasks, said):
        with pytest.raises(UsageError, match=said) as caught:
            list(read_documents(written(tmp_path / "x.label-studio.json", *tasks)))
        assert "Durand" not in str(caught.value)

    def test_what_is_no_json_is_told_by_line(self, tmp_path):
        (tmp_path / "x.label-studio.json").write_text('[\n{"Durand": }]')
        with pytest.raises(UsageError, match=":2: not JSON"):
            list(read_documents(tmp_path / "x.label-studio.json"))

    def test_its_own_library_takes_interface_and_tasks(self, tmp_path):
        library = pytest.importorskip("label_studio_sdk.label_interface", reason="pip install label-studio-sdk")
        write_documents([NOTE], tmp_path / "x.label-studio.json")
        (told,) = json.loads((tmp_path / "x.label-studio.json").read_text())
        read = library.LabelInterface(interface())
        assert read.validate_task({"data": told["data"]})
        assert read.validate_prediction(told["predictions"][0], return_errors=True) == []


class TestInception:
    @pytest.fixture(autouse=True)
    def _cassis(self):
        pytest.importorskip("cassis", reason="UIMA CAS: pip install 'palimpseste[campaign]'")

    def export(self, folder: Path, **people: tuple[Span, ...]) -> Path:
        """Write the folder `annotation` of a project's export: XMI with its types, in archives."""
        import cassis

        for person, spans in people.items():
            write_documents([Document("n1", TEXT, entities=spans)], folder.with_name(person), "inception")
            with (folder.with_name(person) / "n1.json").open("rb") as stream:
                cas = cassis.load_cas_from_json(stream)
            (folder / "n1.txt").mkdir(parents=True, exist_ok=True)
            with ZipFile(folder / "n1.txt" / f"{person}.zip", "w") as archive:
                archive.writestr(f"{person}.xmi", cas.to_xmi())
                archive.writestr("TypeSystem.xml", cas.typesystem.to_xml())
        return folder

    def test_xmi_counts_in_the_units_of_java(self, tmp_path):
        folder = self.export(tmp_path / "annotation", anne=(NAME,))
        with ZipFile(folder / "n1.txt" / "anne.zip") as archive:
            content = archive.read("anne.xmi").decode()
            archive.extractall(tmp_path / "out")
        assert 'begin="7" end="13"' in content
        assert [each.entities for each in read_documents(tmp_path / "out", "inception")] == [(NAME,)]

    def test_xmi_is_written_beside_its_types_and_refused_where_xml_has_no_place(self, tmp_path):
        write_documents([NOTE], tmp_path / "out", "inception-xmi")
        (written,) = (tmp_path / "out").glob("*.xmi")
        assert 'begin="7" end="13"' in written.read_text(encoding="utf-8")
        assert (tmp_path / "out" / "TypeSystem.xml").exists()
        assert list(read_documents(tmp_path / "out")) == [NOTE]
        write_documents([NOTE], tmp_path / "out", "inception-xmi", overwrite=True)
        with pytest.raises(UsageError, match="a character that XML has no place for") as caught:
            write_documents([Document("Durand", "Durand \x0c")], tmp_path / "other", "inception-xmi")
        assert not (tmp_path / "other").exists()
        assert "Durand \x0c" not in str(caught.value)

    def test_people_are_told_by_files(self, tmp_path):
        folder = self.export(tmp_path / "annotation", anne=(NAME,), paul=(NAME, OTHER), INITIAL_CAS=())
        found = dict(annotations_of(folder))
        assert {person: each.entities for person, each in found.items()} == {"anne": (NAME,), "paul": (NAME, OTHER)}

    def project(self, folder: Path, form: str) -> Path:
        """Write a project as INCEpTION exports it: two documents of two people, one of them curated."""
        import cassis

        def cas_of(name: str, person: str, spans: tuple[Span, ...]):
            types = cassis.TypeSystem()
            entity = types.create_type(ENTITY, "uima.tcas.Annotation")
            types.create_feature(entity, "value", "uima.cas.String")
            metadata = types.create_type(METADATA, "uima.tcas.DocumentAnnotation")
            told = {
                "documentTitle": name,
                "documentId": person,  # INCEpTION writes who annotated
                "collectionId": "essai",
                "documentBaseUri": "essai",
                "documentUri": f"essai/{name}",
            }
            for feature in told:
                types.create_feature(metadata, feature, "uima.cas.String")
            cas = cassis.Cas(types)
            cas.sofa_string = TEXTS[name]
            cas.add(metadata(begin=0, end=len(TEXTS[name]), **told))
            for span in spans:
                cas.add(entity(begin=span.start, end=span.end, value=span.label))
            return cas

        people = {"INITIAL_CAS": (), "anne": (NAME,), "paul": (NAME, OTHER)}
        marked = [("annotation", name, person, spans) for name in TEXTS for person, spans in people.items()]
        for inner, name, person, spans in [*marked, ("curation", "n1.txt", "CURATION_USER", (NAME, OTHER))]:
            place = folder / inner / name
            place.mkdir(parents=True, exist_ok=True)
            cas = cas_of(name, person, spans)
            if form == "json":
                cas.to_json(place / f"{person}.json")
                continue
            with ZipFile(place / f"{person}.zip", "w") as archive:
                archive.writestr(f"{person}.xmi", cas.to_xmi())
                archive.writestr("TypeSystem.xml", cas.typesystem.to_xml())
        (folder / "source").mkdir()
        for name, text in TEXTS.items():
            (folder / "source" / name).write_text(text, encoding="utf-8")
            (folder / "annotation_ser" / name).mkdir(parents=True)
            (folder / "annotation_ser" / name / "anne.ser").write_bytes(b"\xac\xed\0\5")
        (folder / "exportedproject.json").write_text("{}")
        (folder / "event.log").write_text("{}\n")
        return folder

    @pytest.mark.parametrize("form", ["json", "zip"])
    def test_a_project_is_read_as_it_is_exported(self, tmp_path, palimpseste, form):
        export, campaign = self.project(tmp_path / "essai", form), tmp_path / "campaign"
        status, _, said = palimpseste("campaign", "import", export, "-o", campaign)
        assert (status, "2 documents of anne" in said, "2 documents of paul" in said) == (0, True, True), said
        assert set(Campaign(campaign).annotators()["anne"]) == {"n1", "n2"}
        assert {each.document.id for each in Campaign(campaign).disputed()} == {"n1", "n2"}
        status, _, said = palimpseste("campaign", "import", export, "--third", "-o", campaign)
        assert (status, "1 documents of CURATION_USER" in said) == (0, True), said
        assert [each.document.id for each in Campaign(campaign).gold()] == ["n1"]

    def test_documents_that_one_person_exported_keep_their_names(self, tmp_path):
        export = self.project(tmp_path / "essai", "json")
        (tmp_path / "out").mkdir()
        for name in TEXTS:
            (export / "annotation" / name / "anne.json").rename(tmp_path / "out" / f"{name}.json")
        assert [each.id for each in read_documents(tmp_path / "out", "inception")] == ["n1", "n2"]

    def test_of_a_project_that_cannot_be_read_it_is_said_how(self, tmp_path):
        export = self.project(tmp_path / "essai", "json")
        shutil.rmtree(export / "annotation")
        with pytest.raises(UsageError, match="export it with a secondary format"):
            list(annotations_of(export))
        with ZipFile(tmp_path / "essai.zip", "w") as archive:
            archive.writestr("exportedproject.json", "{}")
        with pytest.raises(UsageError, match=r"essai.zip: an archive is not gone into; unpack it"):
            list(annotations_of(tmp_path / "essai.zip"))

    @pytest.mark.parametrize(
        ("name", "content"), [("x.json", "{"), ("x.json", '{"%TYPES": "Durand"}'), ("x.xmi", "<Durand")]
    )
    def test_what_is_no_cas_is_told_by_file(self, tmp_path, name, content):
        (tmp_path / name).write_text(content)
        (tmp_path / "TypeSystem.xml").write_text("<typeSystemDescription/>")
        with pytest.raises(UsageError, match=name) as caught:
            list(read_documents(tmp_path, "inception"))
        assert "Durand" not in str(caught.value)


class TestCampaign:
    def people(self, tmp_path) -> Path:
        """Three documents annotated by two people, in Doccano: alike, differently, by one alone."""
        folder = tmp_path / "export"
        folder.mkdir()
        both = [NAME, OTHER]
        marked = {"anne": {"alike": both, "apart": both, "alone": both}, "paul": {"alike": both, "apart": [NAME]}}
        for person, sets in marked.items():
            documents = [Document(id, TEXT, entities=tuple(spans)) for id, spans in sets.items()]
            write_documents(documents, folder / f"{person}.jsonl", "doccano")
        return folder

    def test_what_holds_is_what_two_marked_alike_and_what_a_third_settled(self, tmp_path, palimpseste):
        campaign, gold, history = tmp_path / "campaign", tmp_path / "gold.jsonl", tmp_path / "history.jsonl"
        status, _, said = palimpseste("campaign", "import", self.people(tmp_path), "-o", campaign)
        assert (status, "3 documents of anne" in said, "2 documents of paul" in said) == (0, True, True)
        assert all(path.stat().st_mode & 0o077 == 0 for path in [campaign, *campaign.rglob("*")])
        status, told, _ = palimpseste("campaign", "agree", campaign, "--bootstrap", 0)
        assert status == 0
        assert "kappa" in told
        assert "urand" not in told
        status, _, said = palimpseste("campaign", "export", campaign, "-o", gold)
        assert (status, "1 documents are left out" in said) == (0, True)
        third = tmp_path / "third.label-studio.json"
        assert palimpseste("campaign", "adjudicate", campaign, "-o", third)[0] == 0
        (disputed,) = read_documents(third)
        assert (disputed.id, disputed.entities) == ("apart", (NAME, OTHER))
        assert palimpseste("campaign", "import", third, "--annotator", "judge", "--third", "-o", campaign)[0] in (1, 2)
        tasks = json.loads(third.read_text())
        tasks[0]["annotations"] = [{"completed_by": "judge", "result": tasks[0]["predictions"][0]["result"][:1]}]
        third.write_text(json.dumps(tasks))
        assert palimpseste("campaign", "import", third, "--third", "-o", campaign)[0] == 0
        assert palimpseste("campaign", "export", campaign, "-o", gold, "--history", history, "--force")[0] == 0
        assert {each.id: each.entities for each in read_documents(gold)} == {"alike": (NAME, OTHER), "apart": (NAME,)}
        assert [json.loads(line) for line in history.read_text().splitlines()] == [
            {"id": "alike", "annotators": ["anne", "paul"], "third": None},
            {"id": "apart", "annotators": ["anne", "paul"], "third": "judge"},
        ]
        status, _, said = palimpseste("campaign", "adjudicate", campaign, "-o", tmp_path / "more.jsonl")
        assert (status, "nothing is left to settle" in said) == (2, True)

    def test_what_a_person_annotated_again_replaces_what_was_there(self, tmp_path):
        campaign = Campaign(tmp_path)
        campaign.add([("anne", Document("a", TEXT)), ("anne", Document("b", TEXT))])
        campaign.add([("anne", Document("a", TEXT, entities=(NAME,)))])
        assert {id: each.entities for id, each in campaign.annotators()["anne"].items()} == {"a": (NAME,), "b": ()}

    def test_another_text_is_refused_and_not_quoted(self, tmp_path):
        Campaign(tmp_path).add([("anne", Document("a", TEXT))])
        with pytest.raises(UsageError, match="document 'a' has another text") as caught:
            Campaign(tmp_path).add([("paul", Document("a", "Mme Durand"))])
        assert "Durand" not in str(caught.value)

    def test_who_annotated_a_document_does_not_settle_it(self, tmp_path):
        campaign = Campaign(tmp_path)
        campaign.add([("anne", Document("a", TEXT)), ("paul", Document("a", TEXT)), ("paul", Document("b", TEXT))])
        with pytest.raises(UsageError, match="document 'b' is settled by a third person: paul annotated it"):
            campaign.add([("paul", Document("b", TEXT))], is_third=True)
        campaign.add([("anne", Document("b", TEXT))], is_third=True)
        assert campaign.settled()["b"][0] == "anne"

    def test_names_of_people_lead_nowhere_else(self, tmp_path):
        Campaign(tmp_path / "c").add([("../../x", Document("a", TEXT)), ("", Document("a", TEXT))])
        assert sorted(path.name for path in (tmp_path / "c" / "annotators").iterdir()) == [
            "_.._x.jsonl",
            "annotator.jsonl",
        ]

    def test_folders_of_brat_are_people(self, tmp_path):
        (tmp_path / "export").mkdir()
        for person in ("anne", "paul"):
            write_documents([NOTE], tmp_path / "export" / person, "brat")
        assert [(person, each.id) for person, each in annotations_of(tmp_path / "export")] == [
            ("anne", NOTE.id),
            ("paul", NOTE.id),
        ]

    @pytest.mark.parametrize("export", ["nothing", "empty"])
    def test_without_an_export_nothing_is_made(self, tmp_path, palimpseste, export):
        (tmp_path / "empty").mkdir()
        assert palimpseste("campaign", "import", tmp_path / export, "-o", tmp_path / "c")[0] == 2
        assert palimpseste("campaign", "agree", tmp_path / "no")[0] == 2


def test_annotators_of_accented_and_foreign_names_stay_apart(tmp_path):
    campaign = Campaign(tmp_path)
    people = ("Zoé", "Zoë", "Ирина", "Елена", unicodedata.normalize("NFD", "Zoé"))
    for person, spans in zip(people, ((NAME,), (OTHER,), (), (DAY,), (NAME,)), strict=True):
        campaign.add([(person, Document("a", TEXT, entities=spans))])
    assert set(campaign.annotators()) == {"Zoé", "Zoë", "Ирина", "Елена"}


def test_two_names_of_one_file_in_an_export_are_refused(tmp_path):
    with pytest.raises(UsageError, match="'A B' and 'A/B' would be one annotator, 'A_B'"):
        Campaign(tmp_path).add([("A B", NOTE), ("A/B", NOTE)])
    assert Campaign(tmp_path).annotators() == {}


def test_a_file_of_an_earlier_version_is_not_taken_for_another_person(tmp_path):
    Campaign(tmp_path).add([("Zo_", NOTE)])
    with pytest.raises(UsageError, match=r"Zo_\.jsonl may be of the same person: rename it to Zoé\.jsonl"):
        Campaign(tmp_path).add([("Zoé", NOTE)])
    (tmp_path / "annotators" / "Zo_.jsonl").rename(tmp_path / "annotators" / "Zoé.jsonl")
    assert Campaign(tmp_path).add([("Zoé", NOTE)]) == {"Zoé": 1}


def test_a_document_that_a_person_marked_in_two_ways_is_refused_with_its_file(palimpseste, tmp_path):
    lines = [{"id": "d", "text": "Vue par Zorglub.", "entities": entities} for entities in ([], [SPAN])]
    export = tmp_path / "eve.jsonl"
    export.write_text("".join(json.dumps(each) + "\n" for each in lines))
    status, _, said = palimpseste("campaign", "import", export, "-o", tmp_path / "campaign")
    assert (status, f"{export}: document 'd' is there twice, marked otherwise by eve" in said) == (2, True)
    assert "Zorglub" not in said
    export.write_text((json.dumps(lines[1]) + "\n") * 2)
    status, _, said = palimpseste("campaign", "import", export, "-o", tmp_path / "campaign")
    assert (status, "1 documents of eve" in said) == (0, True)


def test_lines_as_detect_writes_them_are_not_taken_for_those_of_doccano(tmp_path):
    path = tmp_path / "eve.jsonl"
    own = {"id": "d", "text": "Vue par Zorglub.", "entities": [SPAN]}
    theirs = {"id": 3, "text": "Vue par Zorglub.", "label": [[8, 15, "LASTNAME"]]}
    related = {"id": 3, "text": "Vue par Zorglub.", "entities": [{"start_offset": 8, "end_offset": 15, **OF_LABEL}]}
    for first in (own, theirs, related, {"id": "e", "text": "Rien."}):
        path.write_text(json.dumps(first) + "\n")
        found = [[(span.start, span.end) for span in each.entities] for _, each in annotations_of(path)]
        assert found == ([[(8, 15)]] if len(first) > 2 else [[]])
