"""Files as this package writes them: whole or not there, private where they hold secrets, changed by one at a time.

Whatever the package makes for good, replaces, cuts or locks goes through this room, and the room opens it in one
module, `descriptors`: what must hold of such files is said, and changed, in one place. The room knows nothing of what
files hold.

Must not import: privacy or anything above it.
"""

from palimpseste.files.descriptors import make_folder, open_to_read, refuse_special
from palimpseste.files.locks import Lock, lock_file_of, locked
from palimpseste.files.partial import (
    claim_folder,
    is_claimed,
    move_file,
    opened_at,
    partial_file_of,
    partial_folder_of,
    put_in_place,
    remove_folder,
)
from palimpseste.files.private import (
    append_line,
    cut_to,
    make_private,
    new_private,
    new_private_file,
    private_bytes,
    replace_private,
)
from palimpseste.files.standard import (
    escape_what_has_no_sign,
    is_asked_by_hand,
    stand_in_for_closed,
    standard_input,
    standard_output,
)
from palimpseste.files.whole import made_beside, read_json, write_atomically, write_json, write_text

__all__ = [
    "Lock",
    "append_line",
    "claim_folder",
    "cut_to",
    "escape_what_has_no_sign",
    "is_asked_by_hand",
    "is_claimed",
    "lock_file_of",
    "locked",
    "made_beside",
    "make_folder",
    "make_private",
    "move_file",
    "new_private",
    "new_private_file",
    "open_to_read",
    "opened_at",
    "partial_file_of",
    "partial_folder_of",
    "private_bytes",
    "put_in_place",
    "read_json",
    "refuse_special",
    "remove_folder",
    "replace_private",
    "stand_in_for_closed",
    "standard_input",
    "standard_output",
    "write_atomically",
    "write_json",
    "write_text",
]
