"""gm_engine: a game master that never forgets and never contradicts itself."""

__version__ = "0.1.0"
