"""Letters as an old record system exports them: lines of a header, an empty line, the text. And its print spool."""

from dataclasses import dataclass
from datetime import date

from palimpseste.document import Document, Patient
from palimpseste.sources.entry import Entry, Place, make_entry
from palimpseste.sources.formats import Format, Gathering
from palimpseste.sources.listing import Input
from palimpseste.sources.source import SourceDefaults

RECORD = {"NOM": "lastname", "PRENOM": "firstname", "NAISSANCE": "birthdate", "IPP": "patient_id"}


@dataclass(frozen=True)
class LetterFile(SourceDefaults):
    position: int
    input: Input

    def entries(self):
        place = Place(str(self.input.path))
        try:
            header, _, text = self.input.path.read_text(encoding="cp1252").partition("\n\n")
            fields = dict(line.split(": ", 1) for line in header.splitlines())
        except (OSError, ValueError):
            yield Entry(self.position, 0, place, None, "not a letter: a header of 'NAME: value', an empty line, a text")
            return
        record = Patient(**{field: fields.get(name, "") for name, field in RECORD.items()})
        day = date.fromisoformat(fields["DATE"]) if "DATE" in fields else None
        yield make_entry(self.position, 0, place, lambda: Document(self.input.name, text, "LETTRE", day, record))

    def written(self, origin, result):
        header = f"DATE: {result.date}\n" if result.date else ""
        return f"{header}\n{result.text}".encode("cp1252", "replace")


def spooled(origin, result, columns):
    return f"{result.document_id}\n{result.text}\f".encode()


LETTER = Format("letter", LetterFile, suffixes=(".ltr",), is_one_document=True)
SPOOL = Gathering("spool", spooled, suffixes=(".spl",))
