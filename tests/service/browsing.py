"""A real Chromium, and what somebody does with it by keys at the pages."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from running import PASSWORD

from palimpseste.service.reviewing.reviews import Reviews

webdriver = pytest.importorskip("selenium.webdriver", reason="the pages' tests drive a browser: pip install selenium")
if not (shutil.which("chromium") and shutil.which("chromedriver")):
    pytest.skip("the pages' tests need Chromium: apt-get install chromium chromium-driver", allow_module_level=True)

from selenium.common.exceptions import StaleElementReferenceException  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

__all__ = ["Page", "flaws_of", "opening_browsers", "reviews_of"]


@contextmanager
def opening_browsers(tmp_path_factory) -> Iterator[Callable]:
    """Yield what starts Chromium with an empty profile, in a language."""
    drivers = []

    def start(language="en"):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in (
            *("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"),
            *("--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"),
            *(f"--user-data-dir={tmp_path_factory.mktemp('profile')}", "--window-size=1300,1000"),
        ):
            options.add_argument(argument)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        drivers.append(webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver"))))
        drivers[-1].set_script_timeout(60)
        return drivers[-1]

    yield start
    for driver in drivers:
        driver.quit()


class Page:
    """What somebody does at the page, by keys."""

    def __init__(self, driver, service, user):
        self.driver = driver
        self.service = service
        driver.delete_all_cookies()
        driver.get(service.address + "/login")
        self.log_in(user)

    def log_in(self, user):
        self.wait(lambda: self.driver.switch_to.active_element.get_attribute("id") == "name")
        self.press(user)
        self.press("\ue004")
        self.press(PASSWORD)
        self.press("\ue007")
        self.wait(lambda: "/login" not in self.driver.current_url)

    def open(self, note, place="/review"):
        self.name = reviews_of(self.service).name_of(note)
        self.driver.get(f"{self.service.address}{place}?note={self.name}")
        return self

    def keep(self):
        self.press("s")
        self.wait(lambda: self.name not in self.driver.current_url)

    def press(self, keys):
        self.driver.switch_to.active_element.send_keys(keys)

    def wait(self, what):
        # What is looked at may go as the next page comes.
        return WebDriverWait(self.driver, 60, ignored_exceptions=[StaleElementReferenceException]).until(
            lambda _: what()
        )

    @property
    def shown(self):
        """The name of the note that can be worked on, or None."""
        return self.driver.execute_script("return typeof data === 'undefined' ? null : data.note")

    @property
    def data(self):
        return json.loads(self.driver.find_element(By.ID, "data").get_attribute("textContent"))

    @property
    def spans(self):
        """The marks as they are shown: label, and text by the page's own code points."""
        return self.driver.execute_script("return spans.map((s) => [s.label, textOf(s)])")

    @property
    def said(self):
        return self.driver.find_element(By.ID, "said").text


def reviews_of(service):
    return Reviews(service.folder.reviews, service.folder.secret())


def flaws_of(driver) -> list[tuple[str, str]]:
    """Return what axe-core finds wrong with a page."""
    axe_core = pytest.importorskip("axe_core_python", reason="axe-core: pip install axe-core-python")
    # The browser's own evaluation, which the page's policy does not hold back.
    driver.execute_cdp_cmd(
        "Runtime.evaluate", {"expression": (Path(axe_core.__file__).parent / "axe.min.js").read_text()}
    )
    told = driver.execute_async_script("axe.run().then(arguments[arguments.length - 1])")
    assert len(told["passes"]) > 10
    return [(each["id"], each["nodes"][0]["html"]) for each in told["violations"]]
