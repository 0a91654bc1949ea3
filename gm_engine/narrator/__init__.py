"""The embedded GM: a provider made of a grammar. Reads a prompt. Gives a completion."""

from gm_engine.narrator.embedded import EmbeddedGM

__all__ = ["EmbeddedGM"]
