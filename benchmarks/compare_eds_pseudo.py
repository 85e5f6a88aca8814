"""Run EDS-Pseudo's rules with its context over annotated notes, to compare with ours.

    for notes in blind test later; do palimpseste convert corpus/$notes $notes.jsonl; done
    cat blind.jsonl test.jsonl later.jsonl > gold.jsonl
    python benchmarks/compare_eds_pseudo.py gold.jsonl predictions.jsonl
    palimpseste evaluate gold.jsonl predictions.jsonl --view aphp

It needs an environment of its own, with ``edsnlp==0.17.0``, ``spacy==3.8.7``, ``setuptools<80`` and EDS-Pseudo 0.4.0
(https://github.com/aphp/eds-pseudo). The pipes are those of its page on rules, before its own ``clean`` and
``merge``; the normalizer keeps case, which its name patterns need and which gives the higher score. The patient's
record is given to it as its context.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

MONTHS = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
]
# Its labels, and the fields of the record that are their context.
LABELS = {
    "ADRESSE": ("ADDRESS", "address"),
    "DATE": ("DATE", None),
    "DATE_NAISSANCE": ("BIRTHDATE", "birthdate"),
    "HOPITAL": ("HOSPITAL", None),
    "IPP": ("PATIENT_ID", "patient_id"),
    "MAIL": ("EMAIL", "email"),
    "NDA": ("VISIT_ID", "visit_id"),
    "NOM": ("LASTNAME", "lastname"),
    "PRENOM": ("FIRSTNAME", "firstname"),
    "SECU": ("SSN", "ssn"),
    "TEL": ("PHONE", "phone"),
    "VILLE": ("CITY", "city"),
    "ZIP": ("ZIP", "zip"),
}
PASSES = 3


def writings_of(birthdate: str) -> list[str]:
    """Return the usual writings of a date given as ``YYYY-MM-DD``, which its context looks for literally."""
    year, month, day = birthdate.split("-")
    name = MONTHS[int(month) - 1]
    return [
        *(f"{day}{mark}{month}{mark}{year}" for mark in "/.- "),
        *(birthdate, f"{int(day)} {name} {year}", f"{day} {name} {year}", f"{day}/{month}/{year[2:]}"),
    ]


def context_of(patient: dict[str, str]) -> dict[str, list[str]]:
    """Return a record in the terms of its context."""
    context = {label: [patient[field]] for label, (_, field) in LABELS.items() if field and patient.get(field)}
    if patient.get("birthdate"):
        context["DATE_NAISSANCE"] = writings_of(patient["birthdate"])
    if patient.get("birth_lastname"):
        context["NOM_NAISS"] = [patient["birth_lastname"]]
    return context


def pipeline() -> Any:
    """Return its pipeline of rules."""
    import edsnlp
    import torch

    torch.set_num_threads(1)
    rules = "pseudo-rb"
    nlp = edsnlp.blank("eds")
    nlp.add_pipe("eds.normalizer", config={"lowercase": False})
    nlp.add_pipe("eds_pseudo.dates", config={"span_setter": rules})
    patterns = ["TEL", "MAIL", "SECU", "PERSON"]
    nlp.add_pipe("eds_pseudo.simple_rules", config={"pattern_keys": patterns, "span_setter": rules})
    nlp.add_pipe("eds_pseudo.addresses", config={"span_setter": rules})
    nlp.add_pipe("eds_pseudo.context", config={"span_setter": rules})
    nlp.add_pipe("eds_pseudo.clean", config={"span_getter": [rules, "ents"]})
    nlp.add_pipe("eds_pseudo.merge", config={"span_getter": [rules], "span_setter": ["ents", "*"]})
    return nlp


def main(gold: Path, predictions: Path) -> None:
    """Write its predictions under our labels, and print its speed."""
    notes = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    nlp = pipeline()
    size = sum(len(note["text"]) for note in notes)
    seconds = []
    for _ in range(PASSES):
        started = time.process_time()
        found = []
        for note in notes:
            doc = nlp.make_doc(note["text"])
            doc._.context = context_of(note.get("patient") or {})
            found.append({(e.start_char, e.end_char, e.label_) for e in nlp(doc).ents if e.label_ in LABELS})
        seconds.append(time.process_time() - started)
    with predictions.open("w", encoding="utf-8") as file:
        for note, spans in zip(notes, found, strict=True):
            entities = [{"start": start, "end": end, "label": LABELS[label][0]} for start, end, label in sorted(spans)]
            file.write(json.dumps({**note, "entities": entities}, ensure_ascii=False) + "\n")
    print(f"{len(notes)} notes, {size / min(seconds):,.0f} characters a second, best of {PASSES}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
