"""The small campaign of the rules' tests is at hand here too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "rules"))
