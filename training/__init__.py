"""The school of the judge of pairs. No part of the engine: what is made here is the file that ``gm_engine.judging`` runs."""
