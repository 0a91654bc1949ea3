"""The second look: sentences laid side by side, and in which way the later may contradict the earlier."""
