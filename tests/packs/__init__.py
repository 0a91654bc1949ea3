"""Small campaigns for tests."""

from pathlib import Path

from gm_engine.authoring import load_pack

LIVERY_PATH = Path(__file__).parent / "livery"
LIVERY = load_pack(LIVERY_PATH)
