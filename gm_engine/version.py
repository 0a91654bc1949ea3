"""The version of the engine, for whoever is within it."""

__version__ = "0.2.0"
