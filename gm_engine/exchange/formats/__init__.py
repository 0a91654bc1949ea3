"""Other programs' files: each format is read and written in a file of its own, and says what it cannot hold."""
