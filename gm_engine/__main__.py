"""``python -m gm_engine`` is ``gm``, where scripts are not on the path."""

import sys

from gm_engine.interfaces.cli import main

sys.exit(main())
