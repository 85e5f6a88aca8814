"""A small decoder made from nothing but texts, where no published one can be had or a tiny one is wanted.

Its vocabulary is learned from the texts (byte-level BPE: every text can be written), its weights are drawn, then learn
to go on with the texts and to copy them. The architecture is Llama's (Touvron et al. 2023), in files that any reader of
Hugging Face decoders takes.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
from msgspec import Meta
from numpy.typing import NDArray
from torch import Tensor, nn

from palimpseste.detection.generative.instruction import Instruction
from palimpseste.detection.generative.pieces import Pieces
from palimpseste.errors import UsageError
from palimpseste.files import write_json, write_text
from palimpseste.training.encoder.encoders import quiet
from palimpseste.training.generative.drills import Drills
from palimpseste.training.generative.passages import passages_of, rows_of
from palimpseste.training.generative.task import surprise_of_responses
from palimpseste.training.run.determinism import deterministic, device_named
from palimpseste.training.run.heads import check_heads, heads_of
from palimpseste.training.run.loop import run_steps
from palimpseste.training.run.pace import AtLeastNone, AtLeastOne, Pace
from palimpseste.training.run.running import UNWATCHED, Running
from palimpseste.training.run.surprise import WholeModel, likelihood_measures
from palimpseste.training.run.workplace import Workplace

__all__ = ["SmallDecoderSettings", "make_small_decoder"]

_COLUMNS_PER_HEAD = 64
_HELD_OUT_ROWS = 64
_BYTES = 256
SIGNS = ("<pad>", "<s>", "</s>")
_PAD = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallDecoderSettings(Pace):
    """What a small decoder is and how it learns its language; settings of :class:`Pace`, and these.

    Of Pace, ``window_pieces`` is the number of tokens of a row; ``encoder``, ``window_words`` and ``window_stride``
    have no effect.

    Parameters
    ----------
    vocabulary : int
        Most tokens, the 256 bytes and the signs among them.
    hidden_size : int
        Width, a multiple of the heads.
    inner_size : int
        What a layer widens to inside; 0 for eight thirds of the width.
    layers : int
        Of attention, one behind the other.
    heads : int
        Of attention, in each layer; 0 for one in 64 columns.
    positions : int
        Tokens of the longest question and response.
    language : str
        Of the instruction under which texts are copied: ``fr`` or ``en``.
    copied_share : float
        Share of the passages that are copied instead of read; see :mod:`palimpseste.training.generative.passages`.
    drills : int
        Of the steps, how many copy short sequences of tokens before rows are read; see
        :mod:`palimpseste.training.generative.drills`.
    rotation_base : float
        Of rotary positions (RoPE; Su et al. 2021): with a small one copying is learned a little sooner.
    """

    vocabulary: Annotated[int, Meta(ge=_BYTES + len(SIGNS))] = 8192
    hidden_size: AtLeastOne = 384
    inner_size: AtLeastNone = 0
    layers: AtLeastOne = 8
    heads: AtLeastNone = 0
    positions: Annotated[int, Meta(ge=8)] = 4096
    language: str = "fr"
    copied_share: Annotated[float, Meta(ge=0, le=1)] = 0.5
    drills: AtLeastNone = 0
    rotation_base: Annotated[float, Meta(gt=1)] = 10_000.0
    epochs: AtLeastNone = 1
    batch_size: AtLeastOne = 16
    learning_rate: Annotated[float, Meta(gt=0)] = 1e-3
    warmup_share: Annotated[float, Meta(ge=0, le=1)] = 0.02
    weight_decay: Annotated[float, Meta(ge=0)] = 0.1
    window_pieces: AtLeastNone = 1024

    def __post_init__(self) -> None:
        Pace.__post_init__(self)
        check_heads(self.heads, self.hidden_size)
        if not 2 <= self.window_pieces <= self.positions:
            raise UsageError(f"window_pieces: {self.window_pieces}; allowed: 2 to positions, {self.positions}")

    @property
    def attention_heads(self) -> int:
        """The number of heads, told or not."""
        return heads_of(self.heads, self.hidden_size, _COLUMNS_PER_HEAD)


def make_small_decoder(
    texts: Sequence[str],
    target: Path,
    settings: SmallDecoderSettings | None = None,
    running: Running = UNWATCHED,
) -> float:
    """Learn a vocabulary and a language from texts, or go on where that was interrupted; write the decoder's folder.

    The folder is one that ``--decoder`` of ``train llm`` takes.

    Parameters
    ----------
    texts : sequence of str
        Annotations play no part.
    target : Path
        Where the decoder is written.
    settings : SmallDecoderSettings, optional
        Its sizes and its pace.
    running : Running
        Where it runs, what it may take the place of, and who watches.

    Returns
    -------
    float
        Perplexity of a token on rows that were held out.

    Raises
    ------
    UsageError
        If the texts fill too few rows, or the folder exists and is not to be replaced.
    """
    settings = settings or SmallDecoderSettings()
    place = device_named(running.device)
    digest = _digest(texts)
    workplace = Workplace(target, {**settings.to_mapping(), "texts": digest}, running)
    tokenizer = _tokenizer_of(texts, settings, workplace.path("tokenizer"))
    rows = _rows(texts, tokenizer, settings)
    if len(rows) < 2:
        raise UsageError(f"the texts fill {len(rows)} rows of {settings.window_pieces} tokens: too few to learn from")
    # Whole batches: what is compiled for one size need not be compiled for another.
    held_out = min(_HELD_OUT_ROWS, len(rows) // 2)
    whole = (len(rows) - held_out) // settings.batch_size * settings.batch_size or len(rows) - held_out
    with deterministic(settings.seed, place):
        model = _drawn_model(len(tokenizer), settings).to(place)
        learned = rows[held_out : held_out + whole]
        first, end = tokenizer.bos_token_id, tokenizer.eos_token_id
        drills = Drills(learned, len(tokenizer), first, end, len(SIGNS), settings.drills, settings.seed)
        task = GoingOnTask(model, learned, rows[:held_out], settings, drills)
        outcome = run_steps(task, settings, workplace, running.progress)
        found = task.measures()

        def fill(folder: Path) -> None:
            with quiet():
                model.save_pretrained(folder)
                tokenizer.save_pretrained(folder)
            write_json(folder / "settings.json", settings.to_mapping())
            outcome.write(folder, workplace, found)

        workplace.finish(fill)
    return found["perplexity"]


class GoingOnTask(WholeModel):
    """Learns the next token of every place, and before it the copies of drills.

    Parameters
    ----------
    model : transformers model
        Learns, in place.
    rows, held_out : array of int, shape (rows, tokens)
        Learned from; measured on.
    settings : SmallDecoderSettings
        Batches and rates.
    drills : Drills
        Learned from in the first steps, so many of them as the settings tell.
    """

    def __init__(
        self,
        model: Any,
        rows: NDArray[np.int32],
        held_out: NDArray[np.int32],
        settings: SmallDecoderSettings,
        drills: Drills,
    ) -> None:
        super().__init__(model, settings.learning_rate)
        self._rows = torch.from_numpy(rows)
        self._held_out = torch.from_numpy(held_out)
        self._settings = settings
        self._drills = drills
        self._device = next(model.parameters()).device
        self._compiled = torch.compile(model) if self._device.type == "cuda" else model

    @property
    def examples(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    def loss(self, indices: list[int], step: int) -> Tensor:
        """Return the mean negative log-likelihood of a token, in drills of one that is copied."""
        if step < self._settings.drills:
            total, count = surprise_of_responses(self.model, self._drills.batch(step), _PAD, self._device)
            return total / count
        return self._surprise(self._compiled, self._rows[indices])

    def measures(self) -> dict[str, float]:
        """Return the mean log-likelihood of a token of the rows held out, and their perplexity."""
        self.module.eval()
        size = self._settings.batch_size
        with torch.inference_mode():
            parts = [self._held_out[first : first + size] for first in range(0, len(self._held_out), size)]
            total = sum(float(self._surprise(self.model, part)) * len(part) for part in parts) / len(self._held_out)
        self.module.train()
        return likelihood_measures(total)

    def _surprise(self, model: Any, rows: Tensor) -> Tensor:
        ids = rows.to(self._device).long()
        scores = model(input_ids=ids, use_cache=False).logits[:, :-1]
        return nn.functional.cross_entropy(scores.float().flatten(0, 1), ids[:, 1:].flatten())


def _digest(texts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for text in texts:
        digest.update(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest())
    return digest.hexdigest()


def _tokenizer_of(texts: Iterable[str], settings: SmallDecoderSettings, folder: Path) -> Any:
    """Return the tokenizer of a run: learned the first time, then read from the run's own folder."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
    from transformers import PreTrainedTokenizerFast

    kept = folder.with_suffix(".json")
    if kept.exists():
        learned = Tokenizer.from_file(str(kept))
    else:
        learned = Tokenizer(models.BPE())
        # Numbers figure by figure: each is copied by itself, and none is a word.
        parted = [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
        untyped: Any = learned
        untyped.pre_tokenizer = pre_tokenizers.Sequence(parted)
        untyped.decoder = decoders.ByteLevel()
        trainer = trainers.BpeTrainer(
            vocab_size=settings.vocabulary,
            special_tokens=list(SIGNS),
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        )
        learned.train_from_iterator((text.encode("utf-8", "replace").decode() for text in texts), trainer)
        first = SIGNS[1]
        untyped.post_processor = processors.TemplateProcessing(
            single=f"{first} $A", special_tokens=[(first, learned.token_to_id(first))]
        )
        write_text(kept, learned.to_str())
    make: Any = PreTrainedTokenizerFast
    return make(
        tokenizer_object=learned,
        model_max_length=settings.positions,
        pad_token=SIGNS[0],
        bos_token=SIGNS[1],
        eos_token=SIGNS[2],
        clean_up_tokenization_spaces=False,
    )


def _rows(texts: Sequence[str], tokenizer: Any, settings: SmallDecoderSettings) -> NDArray[np.int32]:
    prompt = Instruction.named(settings.language).prompt(Pieces(tokenizer))
    passages = (passage for number, text in enumerate(texts) for passage in passages_of(text, settings.seed + number))
    return rows_of(passages, tokenizer, prompt, settings.window_pieces, settings.copied_share, settings.seed)


def _drawn_model(words: int, settings: SmallDecoderSettings) -> Any:
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        vocab_size=words,
        hidden_size=settings.hidden_size,
        intermediate_size=settings.inner_size or math.ceil(settings.hidden_size * 8 / 3 / 32) * 32,
        num_hidden_layers=settings.layers,
        num_attention_heads=settings.attention_heads,
        max_position_embeddings=settings.positions,
        tie_word_embeddings=True,
        rope_parameters={"rope_type": "default", "rope_theta": settings.rotation_base},
        pad_token_id=_PAD,
        bos_token_id=1,
        eos_token_id=2,
    )
    return LlamaForCausalLM(config)
