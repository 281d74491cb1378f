"""The parts of a text in a file: blocks, lines, days, JSON, and what no reader sees."""
