"""The example month, made by calling the operations."""
