"""Distils a sentence transformer into a table of token vectors. Start at `main.py`; the why is in `../README.md`."""
