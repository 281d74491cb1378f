"""Acts: what one press or one call changes is recorded, and Undo takes it back."""
