"""A small hospital in OMOP tables, made in any database: names that only it knows, and one row of each kind."""

from __future__ import annotations

import datetime as dt

import sqlalchemy as sa

KEY = b"0123456789abcdef0123456789abcdef"
NOTE_TITLE = "Compte rendu de ZORGLUBINE Lucie"
TEXT = (
    "Mme Lucie ZORGLUBINE, née le 04/09/1951, IPP 700418832, séjour 240098127, demeurant 4 rue des Lilas à MIRANDE, "
    "vue le {day} par le Dr Fantasio Krapulek à la Clinique des Trois Vallons. Elle va mieux, hémoglobine 9,1 g/dL."
)
# What no log, error or result may hold.
CANARIES = ("zorglubine", "700418832", "240098127", "krapulek", "trois vallons", "mirande", "lilas")

PERSON, VISIT = "person", "visit_occurrence"


def metadata(schema: str) -> sa.MetaData:
    """Return the tables of the hospital; names as awkward as SQL allows."""
    made = sa.MetaData(schema=schema)
    number, text = sa.BigInteger, sa.Text
    sa.Table(
        "person",
        made,
        sa.Column("person_id", number, primary_key=True, autoincrement=False),
        sa.Column("gender_concept_id", sa.Integer),
        *(sa.Column(name, sa.Integer) for name in ("year_of_birth", "month_of_birth", "day_of_birth")),
        sa.Column("birth_datetime", sa.TIMESTAMP),
        *(sa.Column(name, number) for name in ("location_id", "provider_id", "care_site_id")),
        sa.Column("person_source_value", text),
    )
    sa.Table(
        "visit_occurrence",
        made,
        *(sa.Column(name, number) for name in ("visit_occurrence_id", "person_id", "visit_concept_id")),
        *(sa.Column(name, sa.Date) for name in ("visit_start_date", "visit_end_date")),
        *(sa.Column(name, sa.TIMESTAMP) for name in ("visit_start_datetime", "visit_end_datetime")),
        *(sa.Column(name, number) for name in ("provider_id", "care_site_id")),
        sa.Column("visit_source_value", text),
    )
    sa.Table(
        "location",
        made,
        sa.Column("location_id", number),
        *(sa.Column(name, text) for name in ("address_1", "address_2", "city", "zip")),
    )
    sa.Table(
        "provider",
        made,
        sa.Column("provider_id", number),
        sa.Column("provider_name", text),
        sa.Column("care_site_id", number),
    )
    sa.Table("care_site", made, sa.Column("care_site_id", number), sa.Column("care_site_name", text))
    sa.Table(
        "note",
        made,
        *(sa.Column(name, number) for name in ("note_id", "person_id")),
        sa.Column("note_date", sa.Date),
        sa.Column("note_datetime", sa.TIMESTAMP),
        sa.Column("note_type_concept_id", sa.Integer),
        sa.Column("note_title", sa.String(250)),
        sa.Column("note_text", text),
        *(sa.Column(name, number) for name in ("provider_id", "visit_occurrence_id")),
        sa.Column("note_source_value", sa.String(50)),
        sa.Column("scanned by", text),
    )
    sa.Table(
        'ident"ities; --',
        made,
        sa.Column("per'son", number),
        sa.Column('family "name"', text),
        sa.Column("given; name", text),
        sa.Column("ipp", text),
    )
    sa.Table("stays", made, sa.Column("visit_occurrence_id", number), sa.Column("stay", text))
    return made


MAPPING = """
[omop.identity]
table = 'ident"ities; --'
key = "per'son"
lastname = 'family "name"'
firstname = "given; name"
patient_id = "ipp"

[omop.visits]
table = "stays"
visit_id = "stay"
"""


def fill(connection: sa.Connection, schema: str, notes: int = 6) -> None:
    """Make the tables and some notes of three persons."""
    made = metadata(schema)
    connection.execute(sa.schema.CreateSchema(schema, if_not_exists=True))
    for table in made.tables.values():
        connection.execute(sa.schema.CreateTable(table))

    def add(name: str, *rows: dict[str, object]) -> None:
        # As literals: bound values would be in the log of the server before anything is tested.
        for row in rows:
            connection.execute(sa.insert(made.tables[f"{schema}.{name}"]), row)

    add("location", {"location_id": 9, "address_1": "4 rue des Lilas", "city": "MIRANDE", "zip": "32300"})
    add("care_site", {"care_site_id": 5, "care_site_name": "Clinique des Trois Vallons"})
    add("provider", {"provider_id": 3, "provider_name": "Dr Fantasio KRAPULEK", "care_site_id": 5})
    moment = dt.datetime(1951, 9, 4, 8, 30)
    for person in (1, 2, 3):
        add(
            "person",
            {
                "person_id": person,
                "gender_concept_id": 8532,
                "year_of_birth": 1951,
                "month_of_birth": 9,
                "day_of_birth": 4 if person != 3 else None,
                "birth_datetime": moment if person == 1 else None,
                "location_id": 9,
                "person_source_value": f"P{person}" if person != 2 else None,
            },
        )
        name = {"per'son": person, 'family "name"': "ZORGLUBINE", "given; name": "Lucie"}
        add('ident"ities; --', {**name, "ipp": "700418832" if person == 1 else None})
        start = dt.date(2024, 2, 17)
        add(
            "visit_occurrence",
            {
                "visit_occurrence_id": 10 + person,
                "person_id": person,
                "visit_concept_id": 9201,
                "visit_start_date": start,
                "visit_end_date": start + dt.timedelta(9),
                "visit_start_datetime": dt.datetime(2024, 2, 17, 14, 5),
                "care_site_id": 5,
                "visit_source_value": "séjour de ZORGLUBINE",
            },
        )
        add("stays", {"visit_occurrence_id": 10 + person, "stay": "240098127"})
    for note in range(notes):
        person = note % 3 + 1
        add(
            "note",
            {
                "note_id": 100 + 7 * note,
                "person_id": person,
                "note_date": dt.date(2024, 2, 20),
                "note_datetime": dt.datetime(2024, 2, 20, 10, 15, 30),
                "note_type_concept_id": 32817,
                "note_title": NOTE_TITLE if note % 2 else None,
                "note_text": TEXT.format(day=f"{1 + note % 28:02}/02/2024"),
                "provider_id": 3,
                "visit_occurrence_id": 10 + person,
                "note_source_value": "ZORGLUBINE.pdf",
                "scanned by": "Krapulek",
            },
        )
