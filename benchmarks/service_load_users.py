"""What Locust's users ask of the service: run by `benchmarks/service_load.py`."""

from __future__ import annotations

import base64
import json
import os
import random
from pathlib import Path

from locust import FastHttpUser, task

ASKED = json.loads(Path(os.environ["PALIMPSESTE_LOAD"]).read_text())
AT_ONCE = 20


class Ward(FastHttpUser):
    """A program of the house, which asks again as soon as it is answered."""

    def on_start(self) -> None:
        """Show the token in each request."""
        self.headers = {"authorization": f"Bearer {ASKED['token']}"}

    def ask(self, path: str, body: object, documents: int = 1, kind: str = "application/json") -> None:
        """Ask, and check that all came back."""
        headers = {**self.headers, "content-type": kind}
        with self.client.post(path, data=json.dumps(body), headers=headers, catch_response=True) as answer:
            if answer.status_code != 200:
                answer.failure(f"status {answer.status_code}")
            elif documents > 1 and sum("error" not in each for each in answer.json()["documents"]) != documents:
                answer.failure("a document failed")

    @task(20)
    def deidentify(self) -> None:
        """Send a note."""
        self.ask("/v1/deidentify", random.choice(ASKED["notes"]))

    @task(5)
    def detect(self) -> None:
        """Ask for the spans of a note."""
        self.ask("/v1/detect", random.choice(ASKED["notes"]))

    @task(2)
    def batch(self) -> None:
        """Send twenty notes."""
        self.ask("/v1/deidentify/batch", {"documents": random.sample(ASKED["notes"], AT_ONCE)}, AT_ONCE)

    @task(1)
    def resource(self) -> None:
        """Send a resource of FHIR."""
        text = base64.b64encode(random.choice(ASKED["notes"])["text"].encode()).decode()
        attachment = {"contentType": "text/plain; charset=utf-8", "data": text}
        letter = {
            "resourceType": "DocumentReference",
            "id": "d1",
            "status": "current",
            "content": [{"attachment": attachment}],
        }
        self.ask("/fhir/$de-identify", letter, kind="application/fhir+json")

    @task(1)
    def health(self) -> None:
        """Ask whether it runs."""
        self.client.get("/health")
