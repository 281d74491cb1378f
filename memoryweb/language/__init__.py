"""What texts mean, as learned from labelled rows: features of a sentence, and heads that judge them. No Django."""
