"""What a model is told, and what it is to answer: instruction and response (Dorémus et al. 2024, methods).

The response is the note with a mask word over each identifier, or one word where there is none. Training and detection
lay both out here, as the same tokens::

    instruction, "Note :", note, "Réponse :"    the prompt; in the tokenizer's own chat template where it has one
    note with masks, or ANONYMOUS, end          the response, which alone is learned

Of a note every token is ordinary text: a sign of the template that is written in it ends nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

from palimpseste.detection.generative.masks import MaskWords
from palimpseste.document import Span
from palimpseste.errors import UsageError
from palimpseste.labels import LABELS
from palimpseste.settings_files import read_toml

if TYPE_CHECKING:
    from palimpseste.detection.generative.pieces import Pieces

__all__ = ["ANONYMOUS", "Example", "Instruction", "Prompt"]

ANONYMOUS = "ANONYMOUS"
# Stands for the note while the chat template is asked for what comes before and behind it.
_PLACE = "__the_note_stands_here__"


@dataclass(frozen=True, slots=True)
class Instruction:
    """How a note is put to a model.

    Parameters
    ----------
    text : str
        What it is told to do.
    note, answer : str
        The headings of the note and of the response.
    masks : MaskWords
        What it masks with.
    anonymous : str
        The response to a note without identifiers; empty where such a note is copied like any other.
    """

    text: str
    note: str
    answer: str
    masks: MaskWords
    anonymous: str = ANONYMOUS

    @classmethod
    def named(
        cls, language: str = "fr", masks: Literal["plain", "typed"] = "plain", view: str = "canonical"
    ) -> Instruction:
        """Return an instruction of the package.

        Parameters
        ----------
        language : str
            ``fr`` or ``en``: of its words, and of typed mask words.
        masks : {'plain', 'typed'}
            Whether a mask says what it hides.
        view : str
            The label view whose labels are masked.

        Raises
        ------
        UsageError
            If there is no such language or view.
        """
        folder = files("palimpseste") / "data" / "generative"
        known = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
        if language not in known:
            raise UsageError(f"unknown language {language!r}; languages: {', '.join(known)}")
        said = read_toml(folder / f"{language}.toml", f"{language}.toml")
        names = said["masks"]
        words = MaskWords.plain(view) if masks == "plain" else MaskWords.typed({n: names[n] for n in LABELS}, view)
        text = said[masks].format(masks=", ".join(words.words), anonymous=ANONYMOUS)
        return cls(text, said["note"], said["answer"], words)

    def response(self, text: str, spans: Sequence[Span]) -> str:
        """Return what a model is to answer to a note.

        Parameters
        ----------
        text : str
            The note.
        spans : sequence of Span
            An annotator's, sorted and disjoint.
        """
        if self.anonymous and not any(map(self.masks.hides, spans)):
            return self.anonymous
        return self.masks.masked(text, spans)

    def message(self, text: str) -> str:
        """Return instruction and note as one message, for a server that lays out the rest itself."""
        return f"{self.text}\n\n{self.note}\n{text}"

    def laid_out(self, text: str) -> str:
        """Return all that stands before the response, for a model that has no chat template."""
        return f"{self.message(text)}\n\n{self.answer}\n"

    def prompt(self, pieces: Pieces) -> Prompt:
        """Return what stands around a note, as the tokens of a tokenizer.

        Raises
        ------
        UsageError
            If its chat template does not say the note once.
        """
        tokenizer = pieces.tokenizer
        before: list[int]
        if getattr(tokenizer, "chat_template", None):
            turn = [{"role": "user", "content": self.message(_PLACE)}]
            layout = tokenizer.apply_chat_template(turn, tokenize=False, add_generation_prompt=True)
            before = []
        else:
            layout = self.laid_out(_PLACE)
            before = _signs_before(tokenizer)
        around = layout.split(_PLACE)
        if len(around) != 2:
            raise UsageError("the chat template of the tokenizer does not say what the user wrote, once and as it is")
        ahead, behind = (tokenizer.encode(part, add_special_tokens=False) if part else [] for part in around)
        return Prompt((*before, *ahead), tuple(behind), int(tokenizer.eos_token_id), pieces)


def _signs_before(tokenizer: Any) -> list[int]:
    """Return the sign that a tokenizer puts before every text, if any."""
    first = tokenizer.bos_token_id
    return [first] if first is not None and first in tokenizer.encode("a") else []


@dataclass(frozen=True, slots=True, repr=False)
class Prompt:
    """What stands around every note, in tokens.

    Parameters
    ----------
    before, behind : tuple of int
        Tokens before the note, and between it and the response.
    end : int
        The token that ends a response.
    pieces : Pieces
        Spells notes and responses.
    """

    before: tuple[int, ...]
    behind: tuple[int, ...]
    end: int
    pieces: Pieces

    def __len__(self) -> int:
        return len(self.before) + len(self.behind)

    def ids(self, text: str) -> list[int]:
        """Return the tokens up to the response to a note."""
        return [*self.before, *self.pieces.spell(text).ids, *self.behind]

    def example(self, text: str, response: str) -> Example:
        """Return a note with its response, as one row of tokens."""
        ids = self.ids(text)
        return Example([*ids, *self.pieces.spell(response).ids, self.end], len(ids))


@dataclass(frozen=True, slots=True, repr=False)
class Example:
    """A note and its response.

    Parameters
    ----------
    ids : list of int
        Tokens of both, the end last.
    response : int
        Where the response begins: ``ids[response:]`` is learned.
    """

    ids: list[int]
    response: int
