"""German, of which only rules about answers are read."""
