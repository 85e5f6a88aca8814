"""The networks: from rows of numbers to one score a code. Needs torch.

Must not import: coding.measures, coding.task, coding.train, coding.coder.
"""

from palimpseste.coding.networks.convolution import ConvolutionCoder
from palimpseste.coding.networks.encoder import EncoderCoder
from palimpseste.coding.networks.linear import LinearCoder
from palimpseste.coding.networks.network import CodingNetwork, start_from_frequencies

__all__ = ["CodingNetwork", "ConvolutionCoder", "EncoderCoder", "LinearCoder", "start_from_frequencies"]
