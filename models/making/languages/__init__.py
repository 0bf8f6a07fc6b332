"""Makes the table of other languages, in the space of the English one. Start at `main.py`; the why is in `../../README.md`."""
