"""A language model whose weights stay as they are, in few bits, and the small matrices beside them that learn.

QLoRA (Dettmers et al. 2023): weights are packed to 4 or 8 bits by bitsandbytes, on a GPU or on a CPU, and each chosen
projection gets two matrices of low rank (Hu et al. 2021), in 32 bits. Both by peft.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import nn

from palimpseste.detection.generative.folder import Precision, load_model, quiet
from palimpseste.errors import UsageError
from palimpseste.training.generative.settings import GenerativeSettings

__all__ = ["Learning", "learning_decoder"]

_PRECISIONS: Mapping[int, Precision] = {4: "int4", 8: "int8", 16: "bfloat16", 32: "float32"}


class Learning(nn.Module):
    """A model of which only what learns is kept in checkpoints.

    Parameters
    ----------
    model : transformers or peft model
        Its weights that ask for a gradient are its state; the others come from the decoder's folder each time.
    """

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def learned(self) -> dict[str, nn.Parameter]:
        """Return the weights that learn, by name."""
        return {name: weight for name, weight in self.model.named_parameters() if weight.requires_grad}

    def state_dict(self, *args: Any, **options: Any) -> dict[str, Any]:  # type: ignore[override]
        """Return what was learned."""
        return {name: weight.detach() for name, weight in self.learned().items()}

    def load_state_dict(self, state_dict: Mapping[str, Any], *args: Any, **options: Any) -> Any:
        """Put back what was learned.

        Raises
        ------
        KeyError
            If it is of another model.
        """
        with torch.no_grad():
            for name, weight in self.learned().items():
                weight.copy_(state_dict[name])

    def save(self, folder: Path) -> None:
        """Write what was learned: the adapters, or the whole model where all of it learns."""
        with quiet():
            self.model.save_pretrained(folder)


def learning_decoder(settings: GenerativeSettings, device: torch.device) -> Learning:
    """Load a decoder in the bits asked for, put adapters beside its projections, and return it.

    Parameters
    ----------
    settings : GenerativeSettings
        The decoder, its bits, its adapters.
    device : torch.device
        Where it learns.

    Raises
    ------
    UsageError
        If the decoder cannot be loaded, or has no projection of the names asked for.
    """
    model = _frozen(settings, device)
    if settings.recompute:
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        model.config.use_cache = False
    if not settings.rank:
        for weight in model.parameters():
            weight.requires_grad_(requires_grad=True)
        return Learning(model)
    from peft import LoraConfig, get_peft_model

    model.requires_grad_(requires_grad=False)
    if settings.recompute:
        model.enable_input_require_grads()
    adapters = LoraConfig(
        r=settings.rank,
        lora_alpha=settings.alpha,
        lora_dropout=settings.adapter_dropout,
        bias="none",
        target_modules=list(settings.projections),
        task_type="CAUSAL_LM",
    )
    try:
        with quiet():
            adapted: Any = get_peft_model(model, adapters)
    except ValueError:
        wanted = ", ".join(settings.projections)
        raise UsageError(f"{settings.encoder!r} has no layer called {wanted}") from None
    for weight in adapted.parameters():
        if weight.requires_grad:
            weight.data = weight.data.float()
    return Learning(adapted)


def _frozen(settings: GenerativeSettings, device: torch.device) -> Any:
    model = load_model(Path(settings.encoder), device=str(device), precision=_PRECISIONS[settings.bits])
    for module in model.modules():
        # On some processors bitsandbytes lays weights of 4 bits out anew at their first use outside training, in a form
        # that no gradient goes through afterwards.
        if hasattr(module, "support_avx512bf16_for_cpu"):
            module.support_avx512bf16_for_cpu = False
    return model
