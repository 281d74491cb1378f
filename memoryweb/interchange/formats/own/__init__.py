"""The formats of memoryweb, and of its predecessors."""
