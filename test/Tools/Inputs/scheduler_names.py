# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the lists of schedulers in the project's files with hetinfo's list, and prints what to change in those that
differ.

    scheduler_names.py ROOT FILE        FILE: the output of `hetinfo --schedulers`
"""
import pathlib
import re
import sys

# File, text before the list, text behind it, a pattern for a name in it, and whether every scheduler must be there.
LISTS = (
    ("docs/language/hetero.md", "| scheduler | what it does |", "\n\n", r"`(\w+)`", True),
    ("runtime/include/ctsar.h", "names[] = {", "}", r'"(\w+)"', False),
)

root, listed = map(pathlib.Path, sys.argv[1:])
known = {line.split()[0] for line in listed.read_text().splitlines() if line.startswith("  ")}


def names_in(name, begin, end, pattern):
    """The names in a file's list; if the list is a Markdown table, the names in its first column."""
    _, found, rest = (root / name).read_text().partition(begin)
    if not found:
        sys.exit(f"{name}: wanted the list of schedulers behind '{begin}', found no such text")
    text = rest.split(end, 1)[0]
    if begin.startswith("|"):
        text = " ".join(re.findall(r"^\| (`.*?) \|", text, re.MULTILINE))
    return set(re.findall(pattern, text))


def faults(name, begin, end, pattern, complete):
    """Yields one line for each difference between a list and hetinfo's schedulers."""
    names = names_in(name, begin, end, pattern)
    where = f"{name}, the list behind '{begin}'"
    for each in sorted(names - known):
        yield f"{where}: '{each}' is no scheduler of hetinfo's"
    for each in sorted(known - names if complete else ()):
        yield f"{where}: the scheduler '{each}' is missing"


wrong = [line for row in LISTS for line in faults(*row)]
if wrong:
    sys.exit("\n".join(wrong))
print(f"{len(LISTS)} lists agree with {len(known)} schedulers")
