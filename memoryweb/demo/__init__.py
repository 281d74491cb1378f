"""The example month, loaded by calling the operations."""
