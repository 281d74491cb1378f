"""What assistants export or list of their user, and conversations with them."""
