"""What a request is for: whom it writes to, which parts of life it touches, which rules its answer follows."""
