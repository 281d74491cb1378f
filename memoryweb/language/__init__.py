"""What texts say: words of each language, how texts are read and compared, and what heads learned. No Django."""
