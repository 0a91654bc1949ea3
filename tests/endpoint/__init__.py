"""A scripted server on the loopback that speaks the protocol of language models, well or badly, as it is told."""

from tests.endpoint.behaviour import Answers, Embeds, Fails, Sends
from tests.endpoint.server import MODELS, PIECES, Asked, Endpoint, endpoint

__all__ = ["MODELS", "PIECES", "Answers", "Asked", "Embeds", "Endpoint", "Fails", "Sends", "endpoint"]
