# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tutorial.py PAGE: does what a page of the tutorial says: writes its programs to files, runs its commands, and
compares their output with the page.

The last `NAME.c` or `NAME.cpp` that the page mentions before a block of C or C++ is the name of the file. In a block
`console`, a line that begins with `$ ` is a command, and the lines up to the next command are what it prints on
standard output and standard error. `...` stands for any text within a line; alone on a line, for any number of lines.
"""
import os
import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"`([\w-]+\.(?:c|cpp))`")


def matches(wanted, found):
    """Whether the lines `found` match the lines `wanted`, in which `...` stands for any text."""
    if not wanted:
        return not found
    if wanted[0] == "...":
        return any(matches(wanted[1:], found[at:]) for at in range(len(found) + 1))
    pattern = ".*".join(map(re.escape, wanted[0].split("...")))
    return bool(found) and re.fullmatch(pattern, found[0]) is not None and matches(wanted[1:], found[1:])


def commands(block):
    command, wanted = None, []
    for line in block.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, wanted
            command, wanted = line[2:], []
        else:
            wanted.append(line.rstrip())
    if command:
        yield command, wanted


def typed(command):
    """Exit status and output lines of a command that runs at a pseudo-terminal, so that lines of standard output and
    standard error keep their order."""
    ours, theirs = os.openpty()
    child = subprocess.Popen(["bash", "-o", "pipefail", "-c", command], stdin=subprocess.DEVNULL, stdout=theirs,
                             stderr=theirs, env={**os.environ, "TERM": "dumb"})
    os.close(theirs)
    text = b""
    while True:
        try:
            read = os.read(ours, 65536)
        except OSError:  # no process has the other end open any more
            break
        if not read:
            break
        text += read
    os.close(ours)
    return child.wait(), [line.rstrip() for line in text.decode().splitlines()]


def main():
    text, ran = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"), 0
    for block in BLOCK.finditer(text):
        if block[1] in ("c", "cpp"):
            pathlib.Path(NAME.findall(text[:block.start()])[-1]).write_text(block[2], encoding="utf-8")
        elif block[1] == "console":
            for command, wanted in commands(block[2]):
                status, found = typed(command)
                if status or not matches(wanted, found):
                    sys.exit(f"$ {command}\nstatus {status}, wanted:\n" + "\n".join(wanted) + "\nfound:\n" +
                             "\n".join(found))
                ran += 1
    print(f"{ran} commands did what the page says")


if __name__ == "__main__":
    main()
