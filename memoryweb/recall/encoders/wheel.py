"""Files of installed packages that are data to us: a model and its tokenizer. The package itself is not imported."""

import importlib.util
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path


class MissingFileError(Exception):
    """A file is missing or unknown."""


@dataclass(frozen=True)
class KnownFile:
    """A file of a package whose content is known."""

    package: str
    path: str
    digest: str  # SHA-256, in hexadecimal

    def check(self) -> Path:
        """Return the file's path. Raises MissingFileError for a missing file or different content."""
        try:
            path = wheel_file(self.package, self.path)
            content = path.read_bytes()
        except OSError as error:
            raise MissingFileError(f"{self.package} is not installed") from error
        if sha256(content).hexdigest() != self.digest:
            raise MissingFileError(f"{path.name} of {self.package} is another one than ours")
        return path


def wheel_file(package: str, path: str) -> Path:
    """Return the place of a package's file. Raises FileNotFoundError if the package is not installed."""
    spec = importlib.util.find_spec(package)
    if not spec or not spec.origin:
        raise FileNotFoundError(package)
    return Path(spec.origin).parent / path
