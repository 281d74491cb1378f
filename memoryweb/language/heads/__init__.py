"""What is learned: heads that judge a text by its features, and their weights (docs/learning.md)."""
