"""Given names, double and short ones too, are such as people of the sex, the time of birth and the kin bear."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from palimpseste.folding import fold_name
from palimpseste.surrogates import Policy
from palimpseste.surrogates.values import by_births
from palimpseste.surrogates.values.variants import short_forms
from palimpseste.writings.case import without_accents
from palimpseste.writings.lists import (
    compound_births,
    gender_of,
    given_births,
)

Surrogates = Callable[..., list[str]]


@pytest.mark.parametrize(("name", "gender"), [("Paul", "m"), ("Claire", "f"), ("Mohamed", "m"), ("Fatoumata", "f")])
def test_the_gender_of_a_first_name_is_kept(surrogates: Surrogates, name: str, gender: str) -> None:
    for number in range(20):
        (surrogate,) = surrogates(f"<FIRSTNAME>{name}</FIRSTNAME>", id=str(number))
        assert gender_of(fold_name(surrogate)) in (gender, "x")


@pytest.mark.parametrize(("title", "gender"), [("Mme", "f"), ("Madame", "f"), ("M.", "m"), ("Monsieur", "m")])
def test_a_title_tells_the_gender_of_a_name_no_list_knows(surrogates: Surrogates, title: str, gender: str) -> None:
    assert gender_of("zorblix") is None
    for number in range(10):
        *_, surrogate = surrogates(
            f"{title} <LASTNAME>Durand</LASTNAME> <FIRSTNAME>Zorblix</FIRSTNAME>", id=str(number)
        )
        assert gender_of(fold_name(surrogate)) in (gender, "x")


def test_a_half_alone_of_a_double_name_is_that_of_its_surrogate(surrogates: Surrogates) -> None:
    for note in map(str, range(20)):
        double, half, sister = surrogates(
            "son fils <FIRSTNAME>Jean-Noël</FIRSTNAME> (pas <FIRSTNAME>Noël</FIRSTNAME> tout court), sa sœur "
            "<FIRSTNAME>Jeanne</FIRSTNAME>",
            id=note,
        )
        # « Claude » is both sexes'.
        assert half == double.split("-")[1] or not by_births.tells(double.split("-")[1], "m")
        assert sister not in double


def mean_birth_years(surrogates: Surrogates, marked: str, place: int, **options: object) -> list[int]:
    """Return the mean year of birth of who bears the surrogate at a place, for each of many notes."""
    births = given_births()
    drawn = [surrogates(marked, id=str(number), **options)[place] for number in range(150)]
    return sorted(births[name][2] for name in drawn if name in births)


@pytest.mark.parametrize("policy", ["plausible", "dp"])
@pytest.mark.parametrize("year", [1931, 2016])
def test_the_patients_given_name_is_of_the_time_of_birth(surrogates: Surrogates, policy: str, year: int) -> None:
    marked = (
        f"Mme <LASTNAME>Durand</LASTNAME> <FIRSTNAME>Odile</FIRSTNAME>, née le <BIRTHDATE>03/11/{year}</BIRTHDATE>, "
        "vue par le Dr <FIRSTNAME>Anne</FIRSTNAME> <LASTNAME>Morel</LASTNAME> le <DATE>12/03/2021</DATE>"
    )
    patients, others = (mean_birth_years(surrogates, marked, place, policy=policy) for place in (1, 3))
    # The clock of the default policy moves whole lives by years.
    assert abs(patients[len(patients) // 2] - year) < 16
    if policy == "plausible":  # the shift is of less than two years
        assert all(abs(mean - min(max(year, 1925), 2022)) <= 22 for mean in patients)
    # Those who bear the old one were born about 1949.
    assert 1930 < others[len(others) // 2] < 1990


@pytest.mark.parametrize("policy", ["plausible", "dp"])
def test_the_patients_given_name_is_one_in_documents_that_tell_the_birth_and_that_do_not(
    surrogates: Surrogates, policy: str
) -> None:
    record = {"lastname": "Durand", "firstname": "Odile", "birthdate": "03/11/1931"}
    for number in range(20):
        told, *_ = surrogates(
            "<FIRSTNAME>Odile</FIRSTNAME>, née le <BIRTHDATE>03/11/1931</BIRTHDATE>",
            policy=policy,
            patient_id=str(number),
            **record,
        )
        (untold,) = surrogates("<FIRSTNAME>ODILE</FIRSTNAME>", id="b", policy=policy, patient_id=str(number), **record)
        assert without_accents(told.upper()) == untold


def test_a_birth_that_is_masked_tells_nothing_of_the_given_name(surrogates: Surrogates) -> None:
    masked = Policy.from_mapping({"default": "plausible", "labels": {"BIRTHDATE": "mask"}})
    drawn = [
        [
            surrogates(
                f"<FIRSTNAME>Odile</FIRSTNAME>, née le <BIRTHDATE>03/11/{year}</BIRTHDATE>", id=str(n), policy=masked
            )[0]
            for n in range(10)
        ]
        for year in (1931, 2016)
    ]
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize(
    ("whole", "short"),
    [
        ("Emmanuelle", "Manue"),
        ("Gwénola", "Gwéno"),
        ("Julien", "Juju"),
        ("Maxence", "Max"),
        ("André", "Dédé"),
        ("Josiane", "Jo"),
    ],
)
def test_a_short_form_of_a_given_name_becomes_one_of_its_surrogate(
    surrogates: Surrogates, whole: str, short: str
) -> None:
    pairs = set()
    for note in map(str, range(20)):
        first, _, alone = surrogates(
            f"<FIRSTNAME>{whole}</FIRSTNAME> <LASTNAME>Virel</LASTNAME> : merci <FIRSTNAME>{short}</FIRSTNAME>.",
            id=note,
        )
        assert alone in {first, *short_forms(first)}
        pairs.add((first, alone))
    assert any(first != alone for first, alone in pairs)


@pytest.mark.parametrize(
    "marked",
    [
        "M. <LASTNAME>Virel</LASTNAME> <FIRSTNAME>Robert</FIRSTNAME> dit <FIRSTNAME>Bob</FIRSTNAME>",
        "<FIRSTNAME>Théophile</FIRSTNAME> <LASTNAME>Virel</LASTNAME> (« <FIRSTNAME>Théo</FIRSTNAME> »)",
        "<FIRSTNAME>Montserrat</FIRSTNAME> <LASTNAME>Virel</LASTNAME>. Chère <FIRSTNAME>Montse</FIRSTNAME>,",
    ],
)
def test_what_somebody_is_called_by_is_short_for_the_new_name_and_another_word(
    surrogates: Surrogates, marked: str
) -> None:
    for note in map(str, range(40)):
        names = surrogates(marked, id=note)
        whole = names[marked.startswith("M.")]
        assert names[-1] in short_forms(whole)
        assert names[-1] != whole


def test_the_short_forms_of_two_people_are_two(surrogates: Surrogates) -> None:
    for note in map(str, range(40)):
        names = surrogates(
            "<FIRSTNAME>Maxence</FIRSTNAME>, <FIRSTNAME>Nathalie</FIRSTNAME>, <FIRSTNAME>Max</FIRSTNAME> et "
            "<FIRSTNAME>Nath</FIRSTNAME>",
            id=note,
        )
        assert len(set(names)) == len(names) or names[0] == names[2] or names[1] == names[3]
        assert names[2] not in names[1::2]


@pytest.mark.parametrize(("name", "sex"), [("Jean-Luc", 0), ("ANNE-MARIE", 1), ("Moïse-Abel", 0), ("Jean-Noël", 0)])
def test_a_double_given_name_becomes_one_that_people_of_the_sex_bear(
    surrogates: Surrogates, name: str, sex: int
) -> None:
    counted = {fold_name(each): births for each, births in compound_births().items()}
    halves = set(fold_name(name).split())
    for number in range(20):
        (written,) = surrogates(f"<FIRSTNAME>{name}</FIRSTNAME>", id=str(number))
        assert written.isupper() is name.isupper()
        assert counted[fold_name(written)][sex] > counted[fold_name(written)][1 - sex]
        assert halves.isdisjoint(fold_name(written).split())


def test_a_double_given_name_is_one_with_and_without_its_hyphen(surrogates: Surrogates) -> None:
    record = {"patient_id": "1", "firstname": "JEAN LUC", "lastname": "Durand"}
    joined, apart, letters, begun, first = surrogates(
        "<FIRSTNAME>Jean-Luc</FIRSTNAME>, <FIRSTNAME>JEAN LUC</FIRSTNAME>, <FIRSTNAME>J.-L.</FIRSTNAME>, "
        "<FIRSTNAME>Jean-L.</FIRSTNAME>, <FIRSTNAME>Jean</FIRSTNAME>",
        **record,
    )
    halves = joined.split("-")
    assert apart == without_accents(joined.upper()).replace("-", " ")
    assert letters == f"{halves[0][0]}.-{halves[1][0]}."
    assert begun == f"{halves[0]}-{halves[1][0]}."
    assert first == halves[0]
    assert surrogates("<FIRSTNAME>Jean Luc</FIRSTNAME>", id="other", **record) == [joined.replace("-", " ")]


def test_two_given_names_are_two(surrogates: Surrogates) -> None:
    both, _, second, third = surrogates(
        "<FIRSTNAME>Odile Rolande</FIRSTNAME>, <FIRSTNAME>Odile-Marie</FIRSTNAME>, <FIRSTNAME>Rolande</FIRSTNAME>, "
        "<FIRSTNAME>Odile Rolande Anne</FIRSTNAME>"
    )
    assert both.split()[1] == second
    assert third.split()[:2] == both.split()


def test_where_no_double_name_is_free_two_names_stand(surrogates: Surrogates) -> None:
    every = [f"<FIRSTNAME>{name}</FIRSTNAME>" for name in compound_births()]
    written = surrogates(", ".join(every))
    assert not {fold_name(name) for name in written} & {fold_name(name) for name in compound_births()}


def test_the_patients_double_name_is_of_the_time_of_birth(surrogates: Surrogates) -> None:
    births = compound_births()

    def mean_year(year: int) -> int:
        drawn = (
            surrogates(
                f"<FIRSTNAME>Anne-Marie</FIRSTNAME>, née le <BIRTHDATE>03/11/{year}</BIRTHDATE>, "
                "vue le <DATE>12/03/2021</DATE>",
                id=str(number),
            )[0]
            for number in range(60)
        )
        return sorted(births[name][2] for name in drawn)[30]

    assert mean_year(1941) < 1985 < 2000 < mean_year(2016)


def test_a_double_name_of_unknown_age_is_no_childs(surrogates: Surrogates) -> None:
    births = compound_births()
    for number in range(60):
        (written,) = surrogates("I-2 <FIRSTNAME>Anne-Marie</FIRSTNAME>, vivante", id=str(number))
        assert births[written][2] <= 2008


_KIN = (
    "<LASTNAME>Durand</LASTNAME>, née le <BIRTHDATE>03/11/1931</BIRTHDATE>, vue le <DATE>12/03/2021</DATE> avec "
    "son petit-fils <FIRSTNAME>Bruno</FIRSTNAME>, <FIRSTNAME>Roger</FIRSTNAME> (<AGE>23 mois</AGE>) et "
    "sa sœur <FIRSTNAME>Zoé</FIRSTNAME>"
)


def names_of_kin(surrogates: Surrogates, **options: object) -> list[str]:
    written = surrogates(_KIN, **options)
    return [written[place] for place in (3, 4, 6)]


def test_people_bear_names_of_the_time_that_their_age_or_kinship_tells(surrogates: Surrogates) -> None:
    births = given_births()
    for number in range(30):
        grandson, child, sister = (births[name][2] for name in names_of_kin(surrogates, id=str(number)))
        # The dates of the note move by some years, and a name is borne for some decades.
        assert grandson > 1960
        assert child > 1990
        assert sister < 1960


def test_what_kinship_tells_makes_no_two_people_of_one(surrogates: Surrogates) -> None:
    same = 0
    for number in range(20):
        record = {"patient_id": str(number), "birthdate": "03/11/1931"}
        _, child, sister = names_of_kin(surrogates, **record)
        marked = "Appel : <FIRSTNAME>Roger</FIRSTNAME>, <FIRSTNAME>Zoé</FIRSTNAME>"
        same += surrogates(marked, id="other", **record) == [child, sister]
    # Where another of the note has the name already, the next is drawn.
    assert same >= 18


def test_a_mechanism_draws_names_by_kinship_and_released_births_and_by_no_age(surrogates: Surrogates) -> None:
    births = given_births()
    kin = [names_of_kin(surrogates, id=str(number), policy="dp") for number in range(40)]
    grandsons, children, sisters = (
        sorted(births[of[place]][2] for of in kin if of[place] in births) for place in range(3)
    )
    # The clock moves whole lives by years.
    assert sisters[20] < 1950 < 1970 < grandsons[20]
    assert children[10] < 1990


@pytest.mark.parametrize("policy", ["plausible", "keep-hospitals"])
def test_a_given_name_is_of_the_time_of_the_old_one(surrogates: Surrogates, policy: str) -> None:
    births = given_births()
    marked = "Vu par le Dr <FIRSTNAME>Garance</FIRSTNAME> <LASTNAME>Morel</LASTNAME>, <FIRSTNAME>Yvon</FIRSTNAME>"
    alone = "Appel : <FIRSTNAME>Yvon</FIRSTNAME>"
    for number in range(30):
        young, _, old = surrogates(marked, id=str(number), policy=policy)
        assert births[young][2] >= 1980
        assert births[old][2] < 1970
        # Whatever the note says besides: a name stays one in all documents of a patient.
        record = {"patient_id": str(number)}
        assert surrogates(marked, policy=policy, **record)[2:] == surrogates(alone, policy=policy, id="2", **record)


def test_double_names_are_of_the_time_of_the_old_ones(surrogates: Surrogates) -> None:
    births = compound_births()
    for number in range(30):
        old, young = surrogates(
            "<FIRSTNAME>Marie-Josèphe</FIRSTNAME>, <FIRSTNAME>Lina-Rose</FIRSTNAME>", id=str(number)
        )
        assert births[old][2] < 1985 < births[young][2]


def test_the_time_of_a_name_is_not_kept_unless_asked_for(surrogates: Surrogates) -> None:
    def middle(name: str, policy: object) -> int:
        return mean_birth_years(surrogates, f"Appel : <FIRSTNAME>{name}</FIRSTNAME>", 0, policy=policy)[75]

    for policy in ("dp", Policy.from_mapping({"default": "plausible"})):
        assert 1960 < middle("Garance", policy) < 2000 > middle("Ginette", policy) > 1960


def test_a_carer_of_a_cohort_has_one_name_whatever_a_note_tells(surrogates: Surrogates) -> None:
    policy = Policy.from_mapping(
        {"default": "plausible", "options": {"carer_scope": "cohort", "keep_of_names": ["generation"]}}
    )
    told, untold = "Dr <FIRSTNAME>Odile</FIRSTNAME> (<AGE>31 ans</AGE>)", "Dr <FIRSTNAME>Odile</FIRSTNAME>"
    for number in range(10):
        (untold_name,) = surrogates(untold, id=f"b{number}", policy=policy)
        assert surrogates(told, id=str(number), policy=policy)[0] == untold_name


def test_a_masked_age_tells_nothing_of_the_name(surrogates: Surrogates) -> None:
    masked = Policy.from_mapping({"default": "plausible", "labels": {"AGE": "mask"}})
    marked = "Le <DATE>12/03/2021</DATE>, <FIRSTNAME>Roger</FIRSTNAME> (<AGE>{} ans</AGE>)"
    drawn = [[surrogates(marked.format(age), id=str(n), policy=masked)[1] for n in range(10)] for age in (3, 93)]
    assert drawn[0] == drawn[1]
