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
from typing import Any

__all__ = ["EnergyMeter"]

_COUNTRY = "FRA"


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
