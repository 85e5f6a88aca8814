"""Whatever a template writes is escaped, and what it was not given is an error, in every room."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from jinja2 import TemplateNotFound, UndefinedError

import palimpseste
from palimpseste.rendering import pages

PACKAGE = Path(palimpseste.__file__).parent
TEMPLATES = sorted(
    f"{path.parent.parent.name}/{path.name}" for path in PACKAGE.rglob("*.html.j2") if path.name.count(".") == 2
)


@pytest.fixture
def page_of(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return what fills a template that is given as text."""

    def page(source: str, **values: object) -> str:
        with monkeypatch.context() as patch:
            patch.setattr(pages, "_source_of", {"room/file.html.j2": source}.get)
            return pages.page("room/file.html.j2", **values)

    return page


def test_what_is_written_is_escaped(page_of) -> None:
    assert page_of("<p>{{ name }}</p>", name="<b>&") == "<p>&lt;b&gt;&amp;</p>"


def test_half_a_surrogate_pair_is_written_out(page_of) -> None:
    assert page_of("<p>{{ name }}</p>", name="é\udc80") == "<p>é\\udc80</p>"


def test_a_name_that_was_not_given_is_an_error(page_of) -> None:
    with pytest.raises(UndefinedError, match="'name' is undefined"):
        page_of("{{ name }}")


def test_a_template_that_is_not_there_is_an_error() -> None:
    with pytest.raises(TemplateNotFound):
        pages.page("report/none.html.j2")


@pytest.mark.parametrize(
    ("seconds", "written"),
    [(0.04, "0.0 s"), (59.94, "59.9 s"), (61, "1 min 01 s"), (3599.6, "1 h 00 min"), (86400, "24 h 00 min")],
)
def test_a_duration_has_the_unit_it_deserves(page_of, seconds: float, written: str) -> None:
    assert page_of("{{ seconds|duration }}", seconds=seconds) == written


def test_thousands_are_parted(page_of) -> None:
    assert page_of("{{ number|number }}", number=1234567) == "1\u202f234\u202f567"


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_is_found_by_its_room(template: str) -> None:
    """Those that only define or style can be filled with nothing; the others ask for what they show."""
    try:
        pages.page(template)
    except UndefinedError:
        pass
    except TypeError as error:  # what a filter that writes JSON says of a name that was not given
        if "StrictUndefined" not in str(error):
            raise
