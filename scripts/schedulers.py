# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names of the schedulers, from the header that lists them.

    schedulers.py [NAME...]        prints all names except these
"""
import pathlib
import re
import sys

HEADER = pathlib.Path(__file__).resolve().parent.parent / "runtime/include/hetrt/schedulers.h"
# The schedulers that give each device a share. Under the others, fast cores may take all iterations from the queue.
GIVES_SHARES = ("adaptive", "static", "split", "quick", "gpu")


def names(*left_out):
    """The names in the header's order, without those that are left out."""
    listed = re.findall(r'^ +SCHEDULER\(\w+, "(\w+)",', HEADER.read_text(encoding="utf-8"), re.MULTILINE)
    unknown = set(left_out + GIVES_SHARES) - set(listed)
    if unknown:
        sys.exit(f"{HEADER}: wanted the schedulers {', '.join(sorted(unknown))} in the list, found none of these names")
    return tuple(name for name in listed if name not in left_out)


if __name__ == "__main__":
    print(*names(*sys.argv[1:]))
