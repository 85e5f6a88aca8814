"""k-map equals counting by hand, attributes say what notes say, and posteriors follow Bayes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from palimpseste.corpus import parse_markup
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.places import PlaceTable
from palimpseste.population.attributes import Attributes, read_attributes, said_at
from palimpseste.population.channel import REACH, Channel, learned_channel, untouched_channel
from palimpseste.population.kmap import KMap
from palimpseste.population.people import AGES, SEXES, People
from palimpseste.population.register import Register
from palimpseste.population.shares import Shares

FRANCE = People.of_france()
DIJON = next(n for n, c in enumerate(PlaceTable.bundled().communes) if c.insee == "21231")


def small(seed: int) -> tuple[People, np.ndarray]:
    """Return a population of forty people in four towns, and these people one by one: town, age, sex."""
    random = np.random.default_rng(seed)
    persons = np.stack([random.integers(4, size=40), random.integers(AGES, size=40), random.integers(2, size=40)], 1)
    # Of one age and sex a band: the counts by town are then counts of persons.
    persons[:, 1] = np.choose(np.digitize(persons[:, 1], (15, 65)), (7, 40, 80))
    persons[:, 2] = np.choose(np.digitize(persons[:, 1], (15, 65)), (0, 1, 0))
    bands = np.zeros((4, 3))
    shares = np.zeros((3, AGES, SEXES))
    for band, (age, sex) in enumerate(((7, 0), (40, 1), (80, 0))):
        shares[band, age, sex] = 1
        for town in range(4):
            bands[town, band] = ((persons[:, 0] == town) & (persons[:, 1] == age)).sum()
    return People(bands, shares, ["a", "a", "b", "b"]), persons


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("ages", "sex", "towns"), [((40, 40), 1, (0,)), ((0, 104), None, (1, 2)), ((79, 81), 0, ())])
def test_an_untouched_note_is_counted_as_by_hand(
    seed: int, ages: tuple[int, int], sex: int | None, towns: tuple[int, ...]
) -> None:
    people, persons = small(seed)
    fits = (persons[:, 1] >= ages[0]) & (persons[:, 1] <= ages[1])
    fits &= (persons[:, 2] == sex) if sex is not None else True
    fits &= np.isin(persons[:, 0], towns) if towns else True
    assert KMap(people, Shares()).k(Attributes(ages, sex=sex, towns=towns)) == pytest.approx(fits.sum())


@pytest.mark.parametrize("seed", range(5))
def test_a_released_note_is_weighted_as_by_hand(seed: int) -> None:
    people, persons = small(seed)
    ages = np.full(2 * REACH + 1, 0.001)
    ages[REACH - 2 : REACH + 3] = (0.1, 0.2, 0.3, 0.2, 0.1)
    channel = Channel(ages, 0.5, 0.3, {**untouched_channel().kept, "sex": 0.8})
    true = Attributes((40, 40), sex=1, towns=(int(persons[persons[:, 1] == 40][0, 0]),))
    released = Attributes((41, 41), sex=0, towns=(1,))

    def likely(town: int, age: int, sex: int) -> float:
        share = people.of_town[1] / people.total
        same = people.department[town] == people.department[1]
        of_town = 0.5 * (town == 1) + 0.3 * same * people.of_town[1] / people.of_department[0] + 0.2 * share
        of_age = ages[max(0, min(2 * REACH, 41 - age + REACH))]
        return float(of_town * of_age * (0.8 * (sex == 0) + 0.1))

    total = sum(likely(*map(int, person)) for person in persons)
    expected = min(people.total, total / likely(true.towns[0], 40, 1))
    assert KMap(people, Shares()).uniqueness(true, released, channel).k == pytest.approx(expected)


def test_each_attribute_divides_by_what_is_said_of_it_and_is_blamed_for_as_much() -> None:
    kmap = KMap(FRANCE, Shares(named={("diagnosis", "e84.0"): 1 / 10_000}))
    plain = Attributes((62, 62), sex=1, towns=(DIJON,))
    full = replace(plain, birthday=(3, 12), profession="facteur", diagnoses=("E84.0",))
    assert kmap.k(full) == pytest.approx(kmap.k(plain) / 365.25 / 486 / 10_000)
    alone = kmap.uniqueness(full, full, untouched_channel())
    assert set(alone.without) == said_at(full)
    assert alone.without["diagnoses"] / alone.k == pytest.approx(10_000)


def test_people_are_as_many_as_published_and_drawn_as_they_are() -> None:
    assert FRANCE.total == pytest.approx(68e6, rel=0.02)
    assert FRANCE.of_town[DIJON] == pytest.approx(160_000, rel=0.05)
    by_age = (FRANCE.shares * FRANCE.bands.sum(axis=0)[:, None, None]).sum(axis=0)
    # More women than men among the old, as many men as women among children.
    assert by_age[85:, 1].sum() / by_age[85:, 0].sum() > 1.5
    assert by_age[:15, 1].sum() / by_age[:15, 0].sum() == pytest.approx(0.95, abs=0.02)
    towns, ages, sexes = FRANCE.draw(20_000, np.random.default_rng(0))
    assert (towns == DIJON).mean() == pytest.approx(FRANCE.of_town[DIJON] / FRANCE.total, abs=0.001)
    assert (ages >= 65).mean() == pytest.approx(FRANCE.bands[:, 2].sum() / FRANCE.total, abs=0.01)
    assert sexes.mean() == pytest.approx(by_age[:, 1].sum() / FRANCE.total, abs=0.01)


def read(marked: str) -> Attributes:
    text, spans = parse_markup(marked)
    return read_attributes(Document("n", text), spans)


def test_a_note_says_birth_age_sex_town_stay_hospital_trade_and_codes() -> None:
    said = read(
        "<HOSPITAL>CHU de Dijon</HOSPITAL>, <CITY>Beaune</CITY>\nMme Durand, née le <BIRTHDATE>12/03/1954</BIRTHDATE>, "
        "domiciliée à <CITY>Dijon</CITY>. Profession : factrice, mère de trois enfants. "
        "Hospitalisée du <DATE>02/03/2021</DATE> au <DATE>09/03/2021</DATE>. "
        "Diagnostic E84.0, vertèbre L5, vitamine B12."
    )
    assert said.ages == (66, 66)
    assert (said.birthday, said.sex, said.towns, said.nights) == ((3, 12), 1, (DIJON,), 7)
    assert (said.profession, said.diagnoses, said.hospital) == ("factrice", ("E84.0",), "chu de dijon")
    assert (said.children, read("Sans enfant.").children, read("A vu 3 enfants.").children) == (3, 0, None)
    assert said_at(said) >= {"family", "age", "birthday", "admission", "discharge", "hospital"}
    assert "Dijon" not in repr(said)
    assert "factrice" not in repr(said)


def test_marks_say_nothing_and_an_age_stands_for_a_birth() -> None:
    assert not said_at(read("Vu le <DATE>[DATE_3]</DATE>, <AGE>[AGE]</AGE>, à <CITY>[CITY]</CITY>."))
    assert read("Homme de <AGE>40-45 ans</AGE>").ages == (40, 45)


def test_a_channel_is_learned_from_what_became_of_values() -> None:
    true = Attributes((50, 50), (1, 1), 0, (DIJON,))
    far = next(n for n, c in enumerate(PlaceTable.bundled().communes) if c.department == "59")
    pairs = [(true, replace(true, ages=(52, 52), towns=(far,) if n % 4 else (DIJON,))) for n in range(400)]
    channel = learned_channel(pairs, FRANCE)
    assert channel.ages[REACH + 2] > 0.99
    assert channel.same_town == pytest.approx(0.25, abs=0.01)
    assert channel.same_department < 0.01
    assert channel.kept["birthday"] > 0.99


REGISTER = """patient_id,birthdate,sex,city,zip,admission,discharge
1,1954-03-12,F,Dijon,21000,2021-03-02,2021-03-09
2,1954-03-12,F,Dijon,21000,2021-03-02,2021-03-10
3,1954-03-13,F,Dijon,21000,2021-03-02,2021-03-09
4,1970-01-01,M,Lyon,69003,2021-05-05,
1,1954-03-12,F,Dijon,21000,2022-03-02,2022-03-09
"""


def test_in_a_register_the_posterior_is_shared_by_whoever_fits(tmp_path: Path) -> None:
    file = tmp_path / "register.csv"
    file.write_text(REGISTER, encoding="utf-8")
    register = Register.from_file(file)
    assert len(register) == 5
    said = Attributes((66, 66), sex=1, towns=(DIJON,))
    as_is = untouched_channel()
    # Three women of Dijon were 66 or, in the register's own day, became it: two of 12 March, one of 13 March.
    assert register.posterior(said, as_is, FRANCE) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    born = replace(said, birthday=(3, 12))
    assert register.posterior(born, as_is, FRANCE) == pytest.approx([1 / 2, 1 / 2, 0, 0])
    stayed = replace(born, nights=7)
    assert register.posterior(stayed, as_is, FRANCE) == pytest.approx([1, 0, 0, 0])
    assert "1954" not in repr(register)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("birthdate,name\n", "unknown columns"),
        ("sex\n", "'birthdate'"),
        ("birthdate\n12/03/1954\n", "line 2: column 'birthdate'"),
        ("birthdate,sex\n1954-03-12,x\n", "line 2: column 'sex'"),
        ("birthdate\n", "no row"),
    ],
)
def test_a_wrong_register_is_refused_by_line_and_column(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "register.csv"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError, match=said) as error:
        Register.from_file(file)
    assert "1954" not in str(error.value)


def test_shares_are_read_from_a_file_and_wrong_ones_refused(tmp_path: Path) -> None:
    file = tmp_path / "shares.tsv"
    file.write_text("# ours\nprofession\t*\t0.01\ndiagnosis\tE84.0\t0.0002\nnights\t*\t0.1\n", encoding="utf-8")
    shares = Shares.from_file(file)
    assert (shares.of("profession", "Facteur"), shares.of("diagnosis", "E84.0"), shares.nights) == (0.01, 0.0002, 0.1)
    for line in ("age\t*\t0.1", "nights\t3\t0.1", "profession\t*\t2", "profession 0.1"):
        file.write_text(line, encoding="utf-8")
        with pytest.raises(UsageError, match="line 1"):
            Shares.from_file(file)
