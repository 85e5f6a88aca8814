"""Rules over characters and rules over words: what identifies people and needs no record and no model."""
