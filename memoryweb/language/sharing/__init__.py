"""Warning signs in a text that a person shares with others."""
