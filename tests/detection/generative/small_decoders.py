"""Tiny decoders of three architectures with drawn weights, each with a tokenizer of either kind."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import sentencepiece
import torch
from tokenizers import ByteLevelBPETokenizer
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    LlamaConfig,
    MistralConfig,
    MixtralConfig,
    PreTrainedTokenizerFast,
)

__all__ = ["ARCHITECTURES", "TOKENIZERS", "make_decoder", "make_tokenizer"]

SIGNS = ("<unk>", "<s>", "</s>")
ARCHITECTURES = ("llama", "mistral", "mixtral")
TOKENIZERS = ("sentencepiece", "byte-level")
_SIZES = {
    "hidden_size": 64,
    "intermediate_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 4096,
    "bos_token_id": 1,
    "eos_token_id": 2,
}


def make_tokenizer(folder: Path, kind: str, texts: Sequence[str], vocabulary: int = 600) -> Any:
    """Write a tokenizer learned from texts into a folder, as its kind writes it, and return it as it is loaded."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [line for text in texts for line in text.split("\n") if line]
    if kind == "sentencepiece":
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines),
            model_prefix=str(folder / "tokenizer"),
            vocab_size=vocabulary,
            model_type="bpe",
            byte_fallback=True,
            normalization_rule_name="identity",
            remove_extra_whitespaces=False,
            split_digits=True,
            hard_vocab_limit=False,
            minloglevel=2,
        )
        (folder / "tokenizer.vocab").unlink()
        signs = {f"{name}_token": sign for name, sign in zip(("unk", "bos", "eos"), SIGNS, strict=True)}
        said = {"tokenizer_class": "LlamaTokenizer", "add_bos_token": True, **signs}
        (folder / "tokenizer_config.json").write_text(json.dumps(said))
    else:
        learned = ByteLevelBPETokenizer()
        learned.train_from_iterator(lines, vocabulary, special_tokens=list(SIGNS), show_progress=False)
        PreTrainedTokenizerFast(
            tokenizer_object=learned._tokenizer, unk_token=SIGNS[0], bos_token=SIGNS[1], eos_token=SIGNS[2]
        ).save_pretrained(folder)
    return AutoTokenizer.from_pretrained(folder, local_files_only=True)


def make_decoder(folder: Path, architecture: str, kind: str, texts: Sequence[str], seed: int = 0) -> Path:
    """Write a decoder with drawn weights and return its folder."""
    tokenizer = make_tokenizer(folder, kind, texts)
    sizes = {**_SIZES, "vocab_size": len(tokenizer)}
    config: Any
    if architecture == "llama":
        config = LlamaConfig(**sizes)
    elif architecture == "mistral":
        config = MistralConfig(**sizes, sliding_window=None)
    else:
        config = MixtralConfig(**sizes, num_local_experts=4, num_experts_per_tok=2, sliding_window=None)
    torch.manual_seed(seed)
    model = AutoModelForCausalLM.from_config(config)
    for weight in model.parameters():
        torch.nn.init.normal_(weight, std=0.3)  # scores that differ: no two tokens tie
    model.save_pretrained(folder)
    return folder
