"""``palimpseste mcp``: a server for agents on this machine, over standard input and output."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.run.cohort_options import chosen_cohort, cohort_options
from palimpseste.cli.run.console import say, say_kept_words
from palimpseste.cli.run.options import FILE
from palimpseste.cli.run.policy_options import policy_of, policy_options
from palimpseste.configuration import Configuration
from palimpseste.deidentifier import Deidentifier
from palimpseste.engines.deadline import USUAL_DEADLINE, Deadline
from palimpseste.pipelines.mcp import Tools, serve
from palimpseste.pipelines.site import choice_of_site

__all__ = ["command"]


@click.command(name="mcp")
@policy_options
@cohort_options
@click.option("--config", "config_file", type=FILE, help="Site configuration (TOML): detectors, policy, key file.")
def command(config_file: Path | None, **options: Any) -> None:
    """Serve the tools 'detect' and 'deidentify' to an agent, by the Model Context Protocol over standard input.

    An agent's program starts this command and speaks with it; nothing is listened to and nothing is logged. What the
    agent's model is given is what the tools answer: 'deidentify' gives the new text, 'detect' offsets and labels.
    The key is that of the site: no tool takes one.
    """
    configuration = Configuration.read(config_file) if config_file else Configuration()
    policy = policy_of(configuration, options)
    cohort = chosen_cohort(options, configuration)
    choice = choice_of_site(configuration)
    choice.check()
    say_kept_words(choice.kept_words)
    deidentifier = Deidentifier.default(
        key=cohort.key, policy=policy, detectors=choice, document_types=configuration.document_types
    )
    cohort.begin(may_be_retired=options["use_retired"])
    if not cohort.is_repeatable:
        say("no key given: one is made and forgotten, so surrogates agree only while this runs")
    serve(Tools(deidentifier, Deadline(configuration.deadline) if configuration.deadline else USUAL_DEADLINE))
