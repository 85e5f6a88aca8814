from __future__ import annotations

import pytest

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.evaluation import evaluate

ONE, TWO = Document("n-1", "texte un"), Document("n-2", "texte deux")


@pytest.mark.parametrize(
    ("gold", "predicted", "named"),
    [
        pytest.param([ONE, TWO], [ONE], "n-2", id="missing"),
        pytest.param([ONE], [ONE, TWO], "n-2", id="extra"),
        pytest.param([ONE, ONE], [ONE], "n-1", id="twice"),
        pytest.param([ONE], [Document("n-1", "texte un ")], "n-1", id="other text"),
        pytest.param([], [], "no document", id="none"),
    ],
)
def test_sides_that_do_not_match_are_refused_by_name(
    gold: list[Document], predicted: list[Document], named: str
) -> None:
    with pytest.raises(UsageError, match=named) as error:
        evaluate(gold, predicted)
    assert "texte" not in str(error.value)


def test_order_does_not_matter() -> None:
    assert evaluate([ONE, TWO], [TWO, ONE]).overall.documents == 2


def test_an_unknown_view_is_refused() -> None:
    with pytest.raises(UsageError, match="views:"):
        evaluate([ONE], [ONE], view="i2b2")


def test_empty_notes_have_no_shares_and_no_trouble() -> None:
    card = evaluate([Document("1", "")], [Document("1", "")]).overall
    assert (card.tokens, f"{card.micro.tokens.f1}", card.micro.redaction.fully_redacted.value) == (0, "–", 1.0)
