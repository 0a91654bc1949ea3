"""What these tests share lies beside them; the small campaign of the rules' tests is at hand here too."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "rules")]
