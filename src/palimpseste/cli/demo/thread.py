"""``palimpseste demo thread``: four values of one sentence, a budget split over them, under every strategy."""

from __future__ import annotations

import click

__all__ = ["command"]

# Four values that a budget is split over, as in the running examples of the two papers: each gets a quarter of ε.
_SENTENCES = (
    "M. <FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>DURAND</LASTNAME>, <AGE>64</AGE> ans, demeurant à <CITY>Dijon</CITY>, "
    "est hospitalisé du <DATE>12 mars 2021</DATE> au <DATE>26/03/21</DATE>.",
    "Mr. <FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>DURAND</LASTNAME>, <AGE>64</AGE>, living in <CITY>Dijon</CITY>, "
    "was admitted on <DATE>March 12, 2021</DATE> and discharged on <DATE>03/26/2021</DATE>.",
)
_DATES = ("DATE", "BIRTHDATE")
_LABELS = {
    "plausible": {},
    "dates bounded-laplace": dict.fromkeys(_DATES, "bounded-laplace"),
    "dates metric-laplace": dict.fromkeys((*_DATES, "AGE"), "metric-laplace"),
    **{
        f"towns {strategy}": dict.fromkeys(("CITY", "ZIP"), strategy)
        for strategy in ("exponential", "exponential-knn", "planar-laplace", "uniform")
    },
}


@click.command(name="thread")
@click.option("--epsilon", default="1", show_default=True, help="Budget of the sentence.")
@click.option("--key", "key_byte", type=click.IntRange(0, 255), default=0, show_default=True, help="Other draws.")
def command(epsilon: str, key_byte: int) -> None:
    """Print a sentence under every strategy for dates, ages and towns, and how much of the budget each spends.

    The key is a number everybody knows, so that everybody sees the same.
    """
    from palimpseste.corpus.markup import parse_markup
    from palimpseste.document import Document
    from palimpseste.surrogates import CohortKey, Policy, Replacer

    key = CohortKey(bytes([key_byte]) * 32)
    policies = {**_LABELS, "both, as in dp": dict(Policy.named("dp").strategies)}
    for sentence in _SENTENCES:
        text, spans = parse_markup(sentence)
        click.echo(f"{'':22}       {text}")
        for name, labels in policies.items():
            policy = Policy.from_mapping({"default": "plausible", "labels": labels, "privacy": {"epsilon": epsilon}})
            result = Replacer(key, policy)(Document("thread", text), spans)
            spent = str(result.ledger.epsilon) if result.ledger else "-"
            click.echo(f"{name:22} {spent:>5} {result.text}")
        click.echo("")
