# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the lists of schedulers in the project's files with hetinfo's list, and prints what to change in those that
differ.

    scheduler_names.py ROOT FILE        FILE: the output of `hetinfo --schedulers`
"""
import pathlib
import re
import sys

WORDS, STRINGS = r"\w+", r'"(\w+)"'
# File, text before the list, text behind it, a pattern for a name in it, and the schedulers that may be missing there.
LISTS = (
    ("docs/language/hetero.md", "| scheduler | what it does |", "\n\n", r"`(\w+)`", ()),
    ("benchmarks/harness/check.py", "SCHEDULERS = (", ")", STRINGS, ("runtime",)),
    ("test/fuzz/random_program.py", "SCHEDULERS = [", "]", STRINGS, ("cpu", "gpu", "runtime")),
    ("runtime/include/ctsar.h", "names[] = {", "}", STRINGS, ("guided", "runtime", "throughput")),
    ("test/tools/compare-runs", "SCHEDULES = (", ")", STRINGS, ("runtime",)),
    ("test/Runtime/replay.test", "# RUN: for by in ", ";", WORDS, ("chunk_static", "cpu", "runtime")),
    ("test/Tools/hetsim-nodes.test", "# RUN: for scheduler in ", ";", WORDS, ("cpu",)),
    ("test/unit/region/ScatterTest.cpp", "AllSchedulers[] = {", "}", STRINGS, ("cpu", "runtime")),
)

this = pathlib.Path(__file__).name
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


def faults(name, begin, end, pattern, left_out):
    """Yields one line for each difference between a list and hetinfo's schedulers."""
    names = names_in(name, begin, end, pattern)
    where = f"{name}, the list behind '{begin}'"
    for each in sorted(names - known):
        yield f"{where}: '{each}' is no scheduler of hetinfo's"
    for each in sorted(known - names - set(left_out)):
        yield f"{where}: the scheduler '{each}' is missing; add it, or name it in this list's row in {this}"
    for each in sorted(set(left_out) & (names | (set(left_out) - known))):
        yield f"{where}: {this} leaves '{each}' out, but " + (
            "it is there" if each in names else "there is no such scheduler")


wrong = [line for row in LISTS for line in faults(*row)]
if wrong:
    sys.exit("\n".join(wrong))
print(f"{len(LISTS)} lists agree with {len(known)} schedulers")
