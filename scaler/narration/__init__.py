"""Decisions told to people: the arithmetic of one, why it isn't another, and when it may change. Pure."""
