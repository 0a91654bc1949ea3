"""``kill -9`` at every step of every command that writes, and of the servers. Used by the tests and by ``benchmarks/kill.py``."""
