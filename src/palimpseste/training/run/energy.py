"""The electricity a training took and the carbon dioxide that stands for, by CodeCarbon, without network.

CodeCarbon reads the counters of the processor and the GPUs where it may, and else estimates from their nominal power;
the carbon intensity is the French mix it ships with. Strubell, Ganesh and McCallum (2019, conclusions) ask for such
figures beside every model.
"""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from palimpseste.files import read_json

__all__ = ["ENERGY_FILE", "EnergyMeter", "with_encoder"]

_COUNTRY = "FRA"
ENERGY_FILE = "energy.json"


class EnergyMeter:
    """Measures from its making on.

    Parameters
    ----------
    before : mapping, optional
        What earlier parts of a resumed run took, as :meth:`total` returned it.
    """

    def __init__(self, before: Mapping[str, Any] | None = None) -> None:
        self._before = dict(before or {})
        self._started = time.monotonic()
        self._tracker: Any = None
        self._reason = ""
        try:
            self._tracker = _started_tracker()
        except ImportError:
            self._reason = "codecarbon is not installed: pip install 'palimpseste[train]'"
        except Exception as error:  # an estimate must never cost a training
            self._reason = f"codecarbon failed ({type(error).__name__})"

    def total(self) -> dict[str, object]:
        """Return seconds, kilowatt-hours and kilograms of CO2 so far; the latter two are None where not measured."""
        seconds = time.monotonic() - self._started + float(self._before.get("seconds", 0.0))
        measured: dict[str, object] = {"seconds": round(seconds, 3), "energy_kwh": None, "co2_kg": None}
        try:
            if self._tracker is not None:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # of a library, about its own estimates
                    self._tracker.flush()
                    data = self._tracker._prepare_emissions_data()
                measured["energy_kwh"] = float(data.energy_consumed) + float(self._before.get("energy_kwh") or 0.0)
                measured["co2_kg"] = float(data.emissions) + float(self._before.get("co2_kg") or 0.0)
        except Exception as error:
            self._reason = f"codecarbon failed ({type(error).__name__})"
        measured["country"] = _COUNTRY
        measured["note"] = (
            f"not measured: {self._reason}"
            if self._reason
            else "by CodeCarbon, whole machine; work repeated after an interruption is left out"
        )
        return measured

    def stop(self) -> dict[str, object]:
        """Return the total and stop measuring."""
        found = self.total()
        if self._tracker is not None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._tracker.stop()
            self._tracker = None
        return found


def with_encoder(energy: Mapping[str, object], encoder: str) -> dict[str, object]:
    """Return what a training took and, where its encoder was pre-trained here, what both took together.

    Tannier et al. (2023, technical resources) give both: a training, and a training with the pre-training before it.

    Parameters
    ----------
    energy : mapping
        Of the training, as :meth:`EnergyMeter.total` returns it.
    encoder : str
        Name or folder; a folder that a training wrote says what that took, its own encoder included.

    Returns
    -------
    dict
        `energy`, and under ``with_encoder`` the sums of seconds, kilowatt-hours and kilograms, None where one of the
        parts was not measured; no such entry for an encoder of which nothing is known.
    """
    told: Any = read_json(Path(encoder) / ENERGY_FILE)
    if not isinstance(told, dict) or "seconds" not in told:
        return dict(energy)
    before = told.get("with_encoder", told)
    sums: dict[str, object] = {}
    for name in ("seconds", "energy_kwh", "co2_kg"):
        parts: list[Any] = [before.get(name), energy[name]]
        sums[name] = None if None in parts else round(sum(parts), 12)
    return {**energy, "with_encoder": sums}


def _started_tracker() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from codecarbon import OfflineEmissionsTracker

        # It logs its guesses about the hardware, before it looks at `log_level`.
        logging.getLogger("codecarbon").setLevel(logging.CRITICAL)
        tracker = OfflineEmissionsTracker(
            country_iso_code=_COUNTRY,
            output_methods=[],
            log_level="critical",
            allow_multiple_runs=True,
            measure_power_secs=30,
        )
        tracker.start()
    if not getattr(tracker, "_start_time", None):
        raise RuntimeError("the tracker did not start")
    return tracker
