# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The harness's output: a progress line, tables, CSV and JSON files, with the machine and the commit that were
measured."""

import csv
import functools
import json
import math
import os
import platform
import subprocess
import sys
import time

from . import steady
from .programs import ROOT


class Progress:
    """A line on the terminal that shows what is running; prints nothing if standard error is no terminal."""

    def __init__(self, steps):
        self.steps, self.step, self.shown = steps, 0, sys.stderr.isatty()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def advance(self, what):
        self.step += 1
        if self.shown:
            filled = 24 * self.step // self.steps
            bar = "#" * filled + "." * (24 - filled)
            print(f"\r\033[K[{bar}] {self.step}/{self.steps} {what}", end="", file=sys.stderr, flush=True)


def print_table(headings, rows):
    """Prints a table with columns as wide as their widest cell, the first aligned to the left, the others to the
    right."""
    cells = [[str(cell) for cell in row] for row in [headings, *rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(headings))]
    for row in cells:
        first, *others = (cell.rjust(width) if i else cell.ljust(width)
                          for i, (cell, width) in enumerate(zip(row, widths)))
        print("  ".join([first, *others]).rstrip())


def between(interval):
    """An interval as a cell of a table; "-" if there were too few samples for one."""
    return "-" if None in interval or math.isinf(interval[0]) else "..".join(f"{end:.3f}" for end in interval)


def machine():
    """The properties of the machine on which figures may depend."""
    model = platform.processor()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), model)
    except OSError:
        pass
    return {"processor": model, "cores_granted": len(os.sched_getaffinity(0)), "load": os.getloadavg()[0],
            "held_steady": steady.holding,
            "system": f"{platform.system()} {platform.release()} {platform.machine()}"}


@functools.cache
def commit():
    """The commit of the work tree, with a mark if files differ from it; determined once, when a run begins."""
    def git(*words):
        try:
            return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True).stdout.strip()
        except OSError:
            return ""
    found = git("rev-parse", "HEAD")
    return found + ("+changes" if found and git("status", "--porcelain", "--untracked-files=no") else "")


def document(command, ways, settings, rows, summary=None):
    return {"command": command, "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "commit": commit(),
            "machine": machine(), "ways": {way.name: way.describe() for way in ways}, "settings": settings,
            **({"summary": summary} if summary else {}), "rows": rows}


def finite(content):
    """A copy of `content` with None instead of infinities and NaN, which JSON does not have."""
    if isinstance(content, dict):
        return {name: finite(value) for name, value in content.items()}
    if isinstance(content, (list, tuple)):
        return [finite(value) for value in content]
    return None if isinstance(content, float) and not math.isfinite(content) else content


def write_json(path, content):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(finite(content), file, indent=1, allow_nan=False)
        file.write("\n")


def flat(row):
    """A row for the CSV file: an interval becomes two cells; dictionaries, such as the raw samples, are left out."""
    cells = {}
    for name, value in row.items():
        if isinstance(value, tuple):
            cells |= {f"{name}_low": value[0], f"{name}_high": value[1]}
        elif not isinstance(value, dict):
            cells[name] = value
    return cells


def write_csv(path, rows):
    """Writes a CSV file with one line for each row, without what only the JSON file has."""
    lines = [flat(row) for row in rows]
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, lines[0] if lines else [], extrasaction="ignore")
        writer.writeheader()
        writer.writerows(lines)
