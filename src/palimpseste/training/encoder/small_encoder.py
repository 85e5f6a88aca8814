"""A small encoder made from nothing but texts, where no published one can be had or a tiny one is wanted.

Its vocabulary is learned from the texts (WordPiece); its weights are drawn, and mean nothing until they are trained.
The architecture is BERT's (Devlin et al. 2019), in files that any reader of Hugging Face encoders takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from palimpseste.errors import UsageError
from palimpseste.files import partial_folder_of, write_json
from palimpseste.settings_files import check_settings
from palimpseste.training.run.heads import check_heads, heads_of
from palimpseste.training.run.pace import AtLeastNone, AtLeastOne, ShareBelowOne
from palimpseste.training.run.running import Running
from palimpseste.training.run.workplace import Workplace

__all__ = ["SmallEncoderSettings", "make_small_encoder"]

_PAD, _UNKNOWN, _FIRST, _LAST, _MASK = _SIGNS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_INSIDE = "##"
_COLUMNS_PER_HEAD = 32
_LEAST_COUNT = 2  # of two pieces side by side, before they are joined
# Years and doses stay whole, long numbers are cut: their every value would be a word.
_DIGITS = "[0-9]{1,4}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallEncoderSettings:
    """What a small encoder is.

    Parameters
    ----------
    vocabulary : int
        Most sub-words, the signs among them.
    hidden_size : int
        Width; what a layer widens to inside is twice that.
    layers : int
        Of attention, one behind the other.
    heads : int
        Of attention, in each layer; a divisor of the width. 0 for about one in 32 columns.
    positions : int
        Sub-words of the longest window, special signs included.
    hidden_dropout : float
        In [0, 1), in training.
    seed : int
        Of the weights.
    """

    vocabulary: Annotated[int, Meta(ge=len(_SIGNS) + 1)] = 6000
    hidden_size: AtLeastOne = 64
    layers: AtLeastOne = 1
    heads: AtLeastNone = 0
    positions: Annotated[int, Meta(ge=8)] = 512
    hidden_dropout: ShareBelowOne = 0.1
    seed: AtLeastNone = 42

    def __post_init__(self) -> None:
        check_settings(self, "settings")
        check_heads(self.heads, self.hidden_size)

    @property
    def attention_heads(self) -> int:
        """The number of heads, told or not."""
        return heads_of(self.heads, self.hidden_size, _COLUMNS_PER_HEAD)


def make_small_encoder(
    texts: Iterable[str], folder: Path, settings: SmallEncoderSettings | None = None, *, force: bool = False
) -> int:
    """Write the folder of an encoder that knows the words of some texts; return the size of its vocabulary.

    Same texts and settings, same bytes. The folder is one that ``--encoder`` takes.

    Parameters
    ----------
    texts : iterable of str
        Gone through once; their order does not matter.
    folder : Path
        Where the encoder is written.
    settings : SmallEncoderSettings, optional
        Its sizes; those of a small one by default.
    force : bool
        Replace the folder if a training wrote it.

    Raises
    ------
    UsageError
        If the texts have no word, or more different characters than the vocabulary has room for; if the folder exists
        and is not to be replaced, or an interrupted run stands beside it.
    """
    settings = settings or SmallEncoderSettings()
    if folder.exists() and not force:
        raise UsageError(f"{folder} exists; name another, or replace it (--force)")
    if partial_folder_of(folder).exists():
        raise UsageError(f"{partial_folder_of(folder)} holds an interrupted run: finish it, or remove it")
    pieces = _learned_pieces(texts, settings.vocabulary)
    tokenizer = _make_tokenizer(pieces, settings.positions)
    model = _make_model(len(pieces), settings)
    Workplace(folder, asdict(settings), Running(force=force)).finish(lambda new: _fill(new, model, tokenizer, settings))
    return len(pieces)


def _learned_pieces(texts: Iterable[str], most: int) -> dict[str, int]:
    """Return sub-words and their numbers: signs, characters, then joined pieces, the more frequent first."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    words = _counted_words(texts)
    if not words:
        raise UsageError("no text to read: a vocabulary is made of words")
    beginnings = {word[0] for word in words}
    insides = {_INSIDE + character for word in words for character in word[1:]}
    alphabet = [*_SIGNS, *sorted(beginnings), *sorted(insides)]
    if len(alphabet) > most:
        raise UsageError(f"setting 'vocabulary' must be at least {len(alphabet)} to hold all characters, got {most}")
    learner = Tokenizer(models.WordPiece(unk_token=_UNKNOWN))
    learner.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    # The trainer numbers characters within words in an order of chance, and breaks ties by number. Those it is given as
    # special have their number before.
    trainer = trainers.WordPieceTrainer(
        vocab_size=most,
        min_frequency=_LEAST_COUNT,
        special_tokens=alphabet,
        continuing_subword_prefix=_INSIDE,
        show_progress=False,
    )
    learner.train_from_iterator((f"{word} " * count for word, count in sorted(words.items())), trainer)
    # Without the flag of being special, which is for signs only.
    return dict(sorted(learner.get_vocab(with_added_tokens=False).items(), key=lambda entry: entry[1]))


def _counted_words(texts: Iterable[str]) -> Counter[str]:
    normalizer, splitter = _reading()
    words: Counter[str] = Counter()
    for text in texts:
        # Half a surrogate pair is no character to a tokenizer.
        whole = text.encode("utf-8", "replace").decode("utf-8")
        words.update(word for word, _ in splitter.pre_tokenize_str(normalizer.normalize_str(whole)))
    return words


def _reading() -> tuple[Any, Any]:
    """Return what makes a text lower-case, accents kept, and what splits it at spaces, punctuation and numbers."""
    from tokenizers import Regex, normalizers, pre_tokenizers

    plain = normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=False, strip_accents=False, lowercase=True)
    numbers = pre_tokenizers.Split(Regex(_DIGITS), behavior="isolated")
    return (
        normalizers.Sequence([normalizers.NFC(), plain]),
        pre_tokenizers.Sequence([pre_tokenizers.BertPreTokenizer(), numbers]),
    )


def _make_tokenizer(pieces: dict[str, int], positions: int) -> Any:
    from tokenizers import Tokenizer, decoders, models, processors
    from transformers import PreTrainedTokenizerFast

    make: Any = PreTrainedTokenizerFast  # published without types

    tokenizer: Any = Tokenizer(models.WordPiece(vocab=pieces, unk_token=_UNKNOWN, continuing_subword_prefix=_INSIDE))
    tokenizer.normalizer, tokenizer.pre_tokenizer = _reading()
    tokenizer.decoder = decoders.WordPiece(prefix=_INSIDE)
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{_FIRST} $A {_LAST}",
        pair=f"{_FIRST} $A {_LAST} $B:1 {_LAST}:1",
        special_tokens=[(sign, pieces[sign]) for sign in (_FIRST, _LAST)],
    )
    return make(
        tokenizer_object=tokenizer,
        model_max_length=positions,
        pad_token=_PAD,
        unk_token=_UNKNOWN,
        cls_token=_FIRST,
        sep_token=_LAST,
        mask_token=_MASK,
    )


def _make_model(pieces: int, settings: SmallEncoderSettings) -> Any:
    import torch
    from transformers import BertConfig, BertForMaskedLM

    from palimpseste.training.run.determinism import deterministic

    config = BertConfig(
        vocab_size=pieces,
        hidden_size=settings.hidden_size,
        num_hidden_layers=settings.layers,
        num_attention_heads=settings.attention_heads,
        intermediate_size=2 * settings.hidden_size,
        max_position_embeddings=settings.positions,
        hidden_dropout_prob=settings.hidden_dropout,
        # The fast kernels of attention on a CPU know no dropout.
        attention_probs_dropout_prob=0.0,
    )
    with deterministic(settings.seed, torch.device("cpu")):
        return BertForMaskedLM(config)


def _fill(folder: Path, model: Any, tokenizer: Any, settings: SmallEncoderSettings) -> None:
    from palimpseste.training.encoder.encoders import quiet

    with quiet():
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
    write_json(folder / "settings.json", asdict(settings))
