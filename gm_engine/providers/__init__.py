"""Reads a prompt. Gives a completion: from a language model, from a recording, or from whatever else can tell a story."""

from gm_engine.providers.provider import Advisor, Provider

__all__ = ["Advisor", "Provider"]
