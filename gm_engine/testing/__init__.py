"""Reads plays. Gives what came of them, expectation by expectation; and holds the contracts that a plug-in's author inherits."""

from gm_engine.testing.play_runner import Listener, PlayRun, StepResult, run_play

__all__ = ["Listener", "PlayRun", "StepResult", "run_play"]
