# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares lists of schedulers in the project with hetinfo's."""
import pathlib
import re
import sys

root, listed = map(pathlib.Path, sys.argv[1:])
known = {line.split()[0] for line in listed.read_text().splitlines() if line.startswith("  ")}


def text(name, begin, end):
    """What stands in a file between two texts."""
    return (root / name).read_text().split(begin, 1)[1].split(end, 1)[0]


def compare(name, names):
    unknown = set(names) - known
    missing = sorted(known - set(names))
    print(f"{name}: " + (f"no schedulers: {', '.join(sorted(unknown))}" if unknown else
                         f"all {len(known)}" if not missing else f"all but {', '.join(missing)}"))


rows = re.findall(r"^\| (`.*?) \|", text("docs/language/hetero.md", "| scheduler | what it does |", "\n\n"), re.MULTILINE)
compare("docs/language/hetero.md", re.findall(r"`(\w+)`", " ".join(rows)))
for name, begin, end in (("benchmarks/harness/check.py", "SCHEDULERS = (", ")"),
                         ("test/fuzz/random_program.py", "SCHEDULERS = [", "]"),
                         ("runtime/include/ctsar.h", "names[] = {", "}")):
    compare(name, re.findall(r'"(\w+)"', text(name, begin, end)))
