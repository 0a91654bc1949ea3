"""The package's own tests are run where it is installed: see tests/test_plug_ins.py."""

collect_ignore = ["tests"]
