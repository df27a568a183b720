# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""guides.py ROOT FILE...: prints the source files that a guide names and that do not exist.

A guide names a file by the end of its path, which may have a `*`. Names such as `Name.cpp` stand for the reader's own file.
"""
import fnmatch
import os
import re
import sys

FOLDERS = ["benchmarks", "examples", "runtime", "translator", "emulator", "test", "docs", "cmake", "scripts"]
SPAN = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.(?:cpp|h|def|c|py|test|md|\*))`")

root, guides = sys.argv[1], sys.argv[2:]
files = ["/" + name for name in os.listdir(root)]
for folder in FOLDERS:
    for path, _, names in os.walk(os.path.join(root, folder)):
        files += [os.path.join("/", os.path.relpath(path, root), name) for name in names]
count = 0
for guide in guides:
    with open(guide) as text:
        named = sorted(set(SPAN.findall(text.read())))
    count += len(named)
    for name in named:
        if not os.path.basename(name).startswith("Name.") and not fnmatch.filter(files, "*/" + name):
            print(f"{os.path.basename(guide)}: there is no '{name}'")
print(f"{count} files named")
