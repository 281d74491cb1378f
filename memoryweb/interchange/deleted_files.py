"""Files in which nobody keeps notes: what was deleted, and what programs keep for themselves.

Other hidden folders are read: agents keep their memory in them.
"""

import re
from pathlib import PurePosixPath

from django.utils.translation import gettext_lazy as _

DELETED = _("It was deleted.")
OF_A_PROGRAM = _("It belongs to a program, not to your notes.")

BINS = frozenset(
    (  # folders, without capitals
        ".trash",
        ".trashes",
        ".recycle",
        ".deleted",
        "$recycle.bin",
        "recycler",
        "#recycle",
        "@recycle",
        "recycle bin",
        "trash",
        "deleted",
        "deleted items",
        "deleted notes",
        "deleted files",
        "recently deleted",
        "papierkorb",
        "zuletzt gelöscht",
        "corbeille",
        "supprimés récemment",
        "papelera",
        "papelera de reciclaje",
        "eliminados recientemente",
        "eliminadas recientemente",
        "lixeira",
        "cestino",
        "eliminati di recente",
        "prullenbak",
        "корзина",
        "недавно удаленные",
        "回收站",
        "最近删除",
        "ごみ箱",
        "最近削除した項目",
        "휴지통",
        "سلة المهملات",
        "المحذوفة مؤخرًا",
        "סל מיחזור",
        "נמחקו לאחרונה",
    )
)
PROGRAMS = frozenset(
    (  # folders and files, without capitals
        ".git",
        ".hg",
        ".svn",
        ".jj",
        ".obsidian",
        ".smart-env",
        ".makemd",
        ".logseq",
        ".foam",
        "__macosx",
        "node_modules",
        "bower_components",
        "__pycache__",
        ".venv",
        "venv",
        "site-packages",
        ".tox",
        ".cache",
        ".npm",
        ".idea",
        ".vscode",
        "@eadir",
        ".ds_store",
        ".appledouble",
        ".spotlight-v100",
        ".fseventsd",
        ".temporaryitems",
        ".documentrevisions-v100",
        "thumbs.db",
        "desktop.ini",
        ".stversions",
        ".stfolder",
        ".sync",
        ".dropbox.cache",
        ".synologyworkingdirectory",
        "lost+found",
        "system volume information",
        ".localized",
        "icon\r",
    )
)
BIN_OF_A_SYSTEM = re.compile(r"\.trash-\d+", re.IGNORECASE)  # of one user of a disk
TEMPORARY = re.compile(
    r"\._.*|~\$.*|\.~lock\..*#|.*~|#.*#|\.#.*|\..*\.sw[a-z]|.*\.(?:tmp|bak|orig|crdownload|part)", re.IGNORECASE
)


def why_left_out(name: str) -> object:
    """Return why a file with this path is skipped; empty if read."""
    path = PurePosixPath(name.replace("\\", "/"))
    parts = [part.casefold() for part in path.parts]
    if any(part in BINS or BIN_OF_A_SYSTEM.fullmatch(part) for part in parts[:-1]):
        return DELETED
    if any(part in PROGRAMS for part in parts) or TEMPORARY.fullmatch(path.name):
        return OF_A_PROGRAM
    return ""
