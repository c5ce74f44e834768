"""The HPA as arithmetic: pure, without clock, I/O or logging. Read decide.py first, then README.md."""
