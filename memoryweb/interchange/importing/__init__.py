"""An import: its preview, what the guard leaves out of it, what comes to Review, and its Undo."""
