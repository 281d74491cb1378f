"""A text as signs and words: what is invisible in it, where it may be cut, how its words are told apart and folded."""
