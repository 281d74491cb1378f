"""What our processes are given: an allocator that gives memory back, so that they do not grow with what they served."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

from memoryweb.embedded.processes import Installation
from memoryweb.rls.roles import APP

# After a large block was freed, a smaller one: how many bytes of it have pages of their own (mallinfo2(3)).
SMALLER_AFTER_LARGER = """
import ctypes
names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
class Allocated(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in names.split()]
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]
libc.mallinfo2.restype = Allocated
libc.free(libc.malloc(20 * 1024**2))
before = libc.mallinfo2().hblkhd
libc.malloc(2 * 1024**2)
print(libc.mallinfo2().hblkhd - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has these thresholds")
def test_a_large_block_is_given_back_when_it_is_freed(tmp_path: Path) -> None:
    environ = {"SECRET_KEY": "s", "DATABASE_URL": "postgresql://nobody@localhost/none"}
    environment = Installation(tmp_path, 8000, environ).environment(APP)
    answer = subprocess.run(
        [sys.executable, "-c", SMALLER_AFTER_LARGER], env=environment, capture_output=True, text=True, check=True
    )
    assert int(answer.stdout) >= 2 * 1024**2
