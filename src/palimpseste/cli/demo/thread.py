"""``palimpseste demo thread``: the four values of the papers' example, a budget split over them, by every strategy."""

from __future__ import annotations

import click

__all__ = ["command"]

# The values of the papers' running example, in our words: two dates in days, an age in years and a town that stands
# twice, so that four values share ε. The papers' own surrogates of them are one draw of a generator.
_SENTENCES = (
    "M. <LASTNAME>Durand</LASTNAME>, <AGE>40</AGE> ans, natif de <CITY>Dijon</CITY>, hospitalisé du "
    "<DATE>12/02/2020</DATE> au <DATE>26 février 2020</DATE>, s'est blessé sur une route de <CITY>Dijon</CITY>.",
    "Mr. <LASTNAME>Durand</LASTNAME>, aged <AGE>40</AGE>, a native of <CITY>Dijon</CITY>, stayed from "
    "<DATE>12/02/2020</DATE> until <DATE>February 26, 2020</DATE>, hurt on a road of <CITY>Dijon</CITY>.",
)
_PRINTED = "Durand: Julien; 40: 37; Dijon: Besançon; 12/02/2020: 02/20/2020; February 26, 2020: March 01, 2020"
_DATES = ("DATE", "BIRTHDATE")
_LABELS = {
    "plausible": {},
    "dates bounded-laplace": dict.fromkeys(_DATES, "bounded-laplace"),
    "dates metric-laplace": dict.fromkeys((*_DATES, "AGE"), "metric-laplace"),
    **{
        f"towns {strategy}": dict.fromkeys(("CITY", "ZIP"), strategy)
        for strategy in ("exponential", "exponential-knn", "planar-laplace", "uniform")
    },
    "as in the papers": {
        **dict.fromkeys((*_DATES, "AGE"), "metric-laplace"),
        **dict.fromkeys(("CITY", "ZIP"), "exponential-knn"),
    },
}


@click.command(name="thread")
@click.option("--epsilon", default="1", show_default=True, help="Budget of the sentence.")
@click.option("--key", "key_byte", type=click.IntRange(0, 255), default=0, show_default=True, help="Other draws.")
def command(epsilon: str, key_byte: int) -> None:
    """Print the papers' running example under every strategy for dates, ages and towns, and what each spends of ε.

    The values are those of the papers, the sentence around them is not theirs. The key is a number everybody knows, so
    that everybody sees the same.
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
            if name == "as in the papers" and result.ledger:
                shares = ", ".join(f"{count} {kind} {each}" for kind, _, each, count in result.ledger.entries)
        click.echo("")
    click.echo(f"values and the ε of each, as in the papers: {shares}")
    click.echo(f"printed in the papers: {_PRINTED}")
