"""Tests of the names that a reader sees belong to another."""

from time import process_time

from palimpseste.surrogates.values.namesakes import counterparts, namesakes, near_names


def test_a_word_is_the_one_of_the_other_kind_where_that_alone_lists_it() -> None:
    family, given = ("family", "kerbrat"), ("given", "kerbrat")
    assert counterparts([given], [family]) == {given: family}
    assert counterparts([family], [given]) == {}
    assert counterparts([("given", "benoit")], [("family", "benoit")]) == {}
    assert counterparts([("family", "marjorie")], [("given", "marjorie")]) == {
        ("family", "marjorie"): ("given", "marjorie")
    }


def test_words_of_both_kinds_are_those_that_both_lists_have_or_none() -> None:
    words = [(kind, key) for kind in ("family", "given") for key in ("benoit", "kerbrat", "zorblix")]
    assert namesakes([*words, ("given", "paul")]) == ["benoit", "zorblix"]


def test_a_name_is_near_one_at_most() -> None:
    names = [("family", key) for key in ("fabre", "faure", "favre", "lopes", "lopez", "lou", "lous")]
    assert near_names(names, [], among_words=True) == {names[1]: names[0], names[4]: names[3]}
    assert near_names(names[1:3], names[:1], among_words=False) == dict.fromkeys(names[1:3], names[0])
    assert near_names([("given", "faure")], names[:1], among_words=False) == {}


def test_near_names_are_found_in_linear_time() -> None:
    def taken(count: int) -> float:
        names = [("family", f"a{number:06d}{'x' * 12}") for number in range(count)]
        start = process_time()
        near_names(names, [], among_words=True)
        return process_time() - start

    assert taken(8000) < 8 * taken(2000) + 0.2
