"""Suggested commands can be typed as they stand."""

from pathlib import Path

from gm_engine.interfaces.cli.saved import suggest, the_store


def test_a_suggestion_names_the_home_that_was_named(tmp_path: Path) -> None:
    with the_store(str(tmp_path)):
        assert suggest("replay", "first ride", "--verify").endswith(f"replay --home {tmp_path} 'first ride' --verify")
        assert "--home" not in suggest("check", "campaigns/redemption")
    with the_store(""):
        assert "--home" not in suggest("play", "first_ride")
