"""``palimpseste serve``: de-identification for programs and people of the house."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from palimpseste.cli.run.cohort_options import chosen_cohort, cohort_options
from palimpseste.cli.run.console import say, say_kept_words
from palimpseste.cli.run.options import FILE, FOLDER
from palimpseste.cli.run.policy_options import policy_of, policy_options
from palimpseste.cli.service.extra import check_extra
from palimpseste.configuration import Configuration
from palimpseste.engines.deadline import USUAL_DEADLINE, Deadline
from palimpseste.engines.task import Deidentification
from palimpseste.errors import UsageError
from palimpseste.pipelines.site import choice_of_site

__all__ = ["command"]


@click.command(name="serve")
@click.option("--folder", type=FOLDER, help="Of users, secret and log; 'palimpseste user add' makes it.")
@click.option("--host", metavar="ADDRESS", help="Listened at.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="Listened at; 0 takes a free one.  [default: 8750]")
@click.option("--certificate", type=FILE, help="PEM file, for https.")
@click.option("--certificate-key", type=FILE, help="PEM file of its key.")
@click.option("--proxy", metavar="ADDRESS", help="Of the proxy that ends TLS before this service.")
@click.option("--workers", type=click.IntRange(min=1), help="Processes.  [default: one for each processor]")
@policy_options
@cohort_options
@click.option("--config", "config_file", type=FILE, help="Site configuration (TOML); its table [service] has limits.")
def command(config_file: Path | None, workers: int | None, **options: Any) -> None:
    """Listen for notes over HTTP: detect, deidentify, evaluate, for users who have a token.

    Beyond this machine it listens with TLS only. GET /docs says what may be asked. What is written down is who asked,
    when and for how many documents, never a text. It ends by SIGTERM or Ctrl-C, once what came is answered.
    """
    check_extra()
    from palimpseste.service.folder import ServiceFolder
    from palimpseste.service.listening import serve
    from palimpseste.service.monitoring.overview import Site
    from palimpseste.service.settings import ServiceSettings
    from palimpseste.service.workers.questions import Answering

    configuration = Configuration.read(config_file) if config_file else Configuration()
    listening = {
        name: options.pop(name) for name in ("folder", "host", "port", "certificate", "certificate_key", "proxy")
    }
    settings = ServiceSettings.read(configuration.service, listening)
    if settings.folder is None:
        raise UsageError("no folder of the service: --folder, or folder in [service] of the site's file")
    if settings.guidelines is not None and not settings.guidelines.is_file():
        raise UsageError(f"guidelines in [service]: {settings.guidelines} is no file")
    folder = ServiceFolder.opened(settings.folder)
    policy = policy_of(configuration, options)
    cohort = chosen_cohort(options, configuration)
    choice = choice_of_site(configuration)
    choice.check()
    say_kept_words(choice.kept_words)
    cohort.begin(may_be_retired=options["use_retired"])
    if not cohort.is_repeatable:
        say("no key given: one is made and forgotten, so surrogates agree only while this runs")
    task = Deidentification(cohort.key.to_bytes(), policy.to_mapping(), choice, configuration.document_types)
    serve(
        settings,
        folder,
        Answering(task),
        workers or configuration.workers or os.cpu_count() or 1,
        Deadline(configuration.deadline) if configuration.deadline else USUAL_DEADLINE,
        policy=policy.name,
        cohort=cohort.name,
        is_repeatable=cohort.is_repeatable,
        site=Site(
            configuration.watch_store, options["cohort_register"] or configuration.cohort_register, settings.reports
        ),
        ready=lambda address: say(f"listening at {address}; policy {policy.name}, cohort {cohort.name}"),
        warn=lambda warning: say(f"warning: {warning}"),
    )
