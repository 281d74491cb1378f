"""The files of memoryweb, and those of the programs that it continues."""
