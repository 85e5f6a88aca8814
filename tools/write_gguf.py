"""Write a small decoder of ours as one GGUF file, which llama.cpp reads: weights, tokens, how a note is put to it.

    build/llama-cpp/bin/python tools/write_gguf.py DECODER FILE.gguf

For decoders of Llama's architecture with a byte-level tokenizer, as `palimpseste train decoder` makes them; other
models have llama.cpp's own converter. Runs where `gguf` and `safetensors` are installed, and imports nothing of ours.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import gguf
import numpy as np
from safetensors.numpy import load_file

_NAMES = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
}
_OUTSIDE = {"model.embed_tokens": "token_embd", "model.norm": "output_norm", "lm_head": "output"}


def main() -> None:
    """Read a folder and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("decoder", type=Path)
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    folder: Path = options.decoder
    config = json.loads((folder / "config.json").read_text("utf-8"))
    writer = gguf.GGUFWriter(str(options.file), "llama")
    _say_sizes(writer, config)
    _say_tokens(writer, json.loads((folder / "tokenizer.json").read_text("utf-8")), config, _answer(folder))
    for name, weight in load_file(folder / "model.safetensors").items():
        writer.add_tensor(*_tensor(name, weight.astype(np.float32), config))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _say_sizes(writer: Any, config: dict[str, Any]) -> None:
    writer.add_vocab_size(config["vocab_size"])
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_head_count_kv(config["num_key_value_heads"])
    writer.add_rope_dimension_count(config["hidden_size"] // config["num_attention_heads"])
    writer.add_rope_freq_base(config["rope_parameters"]["rope_theta"])
    writer.add_layer_norm_rms_eps(config["rms_norm_eps"])


def _say_tokens(writer: Any, tokenizer: dict[str, Any], config: dict[str, Any], answer: str) -> None:
    vocabulary = tokenizer["model"]["vocab"]
    tokens = sorted(vocabulary, key=vocabulary.__getitem__)
    signs = {each["content"] for each in tokenizer["added_tokens"]}
    merges = tokenizer["model"]["merges"]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types([gguf.TokenType.CONTROL if each in signs else gguf.TokenType.NORMAL for each in tokens])
    writer.add_token_merges([each if isinstance(each, str) else " ".join(each) for each in merges])
    writer.add_bos_token_id(config["bos_token_id"])
    writer.add_eos_token_id(config["eos_token_id"])
    # What the user wrote ends with the note; the heading of the answer stands behind it, as in training.
    writer.add_chat_template("{{ messages[0]['content'] }}\n\n" + answer + "\n")


def _answer(folder: Path) -> str:
    card = folder / "generative.json"
    return str(json.loads(card.read_text("utf-8"))["instruction"]["answer"]) if card.exists() else "Réponse :"


def _tensor(name: str, weight: Any, config: dict[str, Any]) -> tuple[str, Any]:
    place, _, kind = name.rpartition(".")
    if place in _OUTSIDE:
        return f"{_OUTSIDE[place]}.{kind}", weight
    _, _, layer, inside = place.split(".", 3)
    heads = {
        "self_attn.q_proj": config["num_attention_heads"],
        "self_attn.k_proj": config["num_key_value_heads"],
    }.get(inside)
    if heads:  # llama.cpp turns columns beside each other, Hugging Face those half a head apart
        weight = weight.reshape(heads, 2, -1, weight.shape[1]).swapaxes(1, 2).reshape(weight.shape)
    return f"blk.{layer}.{_NAMES[inside]}.{kind}", weight


if __name__ == "__main__":
    main()
