"""Encoders as Hugging Face keeps them, far too small to be good: real classes, real files, loaded by the real code."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import (
    CamembertConfig,
    CamembertForMaskedLM,
    CamembertTokenizer,
    FlaubertConfig,
    FlaubertTokenizer,
    FlaubertWithLMHeadModel,
    ModernBertConfig,
    ModernBertForMaskedLM,
    PreTrainedTokenizerFast,
    XLMRobertaConfig,
    XLMRobertaForMaskedLM,
    XLMRobertaTokenizer,
)

POSITIONS = 160


def _sentence_pieces(texts: Sequence[str], most: int) -> list[tuple[str, float]]:
    """Return a Unigram vocabulary with its signs, as CamemBERT and XLM-R number them."""
    trained = Tokenizer(models.Unigram())
    trained.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    trained.train_from_iterator(texts, trainers.UnigramTrainer(vocab_size=most, show_progress=False, unk_token="<unk>"))
    learned = json.loads(trained.to_str())["model"]["vocab"]
    special = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    return [*special, *((piece, score) for piece, score in learned if piece != "<unk>"), ("<mask>", 0.0)]


def _roberta_sizes(tokenizer: CamembertTokenizer | XLMRobertaTokenizer) -> dict[str, int]:
    return {
        "vocab_size": len(tokenizer),
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "max_position_embeddings": POSITIONS + 2,
        "pad_token_id": tokenizer.pad_token_id,
        "bos_token_id": tokenizer.bos_token_id,
        "eos_token_id": tokenizer.eos_token_id,
        "type_vocab_size": 1,
    }


def make_camembert(folder: Path, texts: Sequence[str], *, seed: int = 0) -> Path:
    """SentencePiece (Unigram) vocabulary, fast tokenizer."""
    tokenizer = CamembertTokenizer(vocab=_sentence_pieces(texts, 600), additional_special_tokens=[])
    tokenizer.save_pretrained(folder)
    torch.manual_seed(seed)
    CamembertForMaskedLM(CamembertConfig(**_roberta_sizes(tokenizer))).save_pretrained(folder)
    return folder


# Of the same length as a note or so, in languages that XLM-R was trained on: its vocabulary is shared by them all.
FOREIGN = (
    "The patient was admitted yesterday evening with chest pain and shortness of breath; she felt better this morning.",
    "Die Patientin wurde gestern Abend mit Brustschmerzen und Atemnot aufgenommen; heute Morgen ging es ihr besser.",
    "El paciente ingresó ayer por la tarde con dolor torácico y disnea; esta mañana se encontraba mejor que ayer.",
    "Pacjentka została przyjęta wczoraj wieczorem z bólem w klatce piersiowej; dziś rano czuła się znacznie lepiej.",
    "Пациентка поступила вчера вечером с болью в груди и одышкой; сегодня утром она чувствовала себя лучше.",
    "Η ασθενής εισήχθη χθες το βράδυ με πόνο στο στήθος και δύσπνοια· σήμερα το πρωί ένιωθε καλύτερα.",
)


def make_xlm_roberta(folder: Path, texts: Sequence[str]) -> Path:
    """SentencePiece (Unigram) vocabulary of seven languages, as many sub-words as CamemBERT's has for one."""
    shared = [each for text in texts for each in (text, *FOREIGN)]
    tokenizer = XLMRobertaTokenizer(vocab=_sentence_pieces(shared, 600))
    tokenizer.save_pretrained(folder)
    torch.manual_seed(0)
    XLMRobertaForMaskedLM(XLMRobertaConfig(**_roberta_sizes(tokenizer))).save_pretrained(folder)
    return folder


def make_flaubert(folder: Path, texts: Sequence[str]) -> Path:
    """BPE behind Moses' rules, slow tokenizer: it tells no offsets."""
    folder.mkdir()
    signs = sorted({sign for text in texts for sign in text if not sign.isspace()})
    pieces = ["<s>", "</s>", "<pad>", "<unk>", *(f"<special{i}>" for i in range(10))]
    pieces += signs + [sign + "</w>" for sign in signs]
    words = Counter(word for text in texts for word in text.split() if word.isalpha() and len(word) <= 4)
    merges: list[str] = []
    for word, _ in words.most_common(60):
        # Each merge joins what the last one made and the next letter.
        made = word[0]
        for index, letter in enumerate(word[1:], start=1):
            last = letter + ("</w>" if index == len(word) - 1 else "")
            merges.append(f"{made} {last}")
            made += last
            pieces.append(made)
    pieces = list(dict.fromkeys(pieces))
    (folder / "v.json").write_text(json.dumps({piece: index for index, piece in enumerate(pieces)}))
    (folder / "m.txt").write_text("\n".join(dict.fromkeys(merges)) + "\n")
    tokenizer = FlaubertTokenizer(str(folder / "v.json"), str(folder / "m.txt"))
    tokenizer.save_pretrained(folder)
    config = FlaubertConfig(
        vocab_size=len(tokenizer),
        emb_dim=32,
        n_layers=2,
        n_heads=2,
        max_position_embeddings=POSITIONS,
        pad_index=tokenizer.pad_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    torch.manual_seed(0)
    FlaubertWithLMHeadModel(config).save_pretrained(folder)
    return folder


def make_modernbert(folder: Path, texts: Sequence[str]) -> Path:
    """Byte-level BPE, where a space before a word is part of it."""
    trained = Tokenizer(models.BPE())
    trained.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trained.decoder = decoders.ByteLevel()
    special = ["[CLS]", "[PAD]", "[SEP]", "[UNK]", "[MASK]"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=500, special_tokens=special, initial_alphabet=alphabet, show_progress=False
    )
    trained.train_from_iterator(texts, trainer)
    trained.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 0), ("[SEP]", 2)]
    )
    names = dict(zip(("cls_token", "pad_token", "sep_token", "unk_token", "mask_token"), special, strict=True))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=trained, **names)
    tokenizer.save_pretrained(folder)
    config = ModernBertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=POSITIONS,
        pad_token_id=1,
        bos_token_id=0,
        eos_token_id=2,
        cls_token_id=0,
        sep_token_id=2,
    )
    torch.manual_seed(0)
    ModernBertForMaskedLM(config).save_pretrained(folder)
    return folder
