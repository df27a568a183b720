# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Public programs that a table describes: built in copies of their folders, by gcc and by hetcc, and run.

A row of the table (scripts/suites.json) says: `folder` in the sources; `build`, `input` (run once after it, if there) and `run`,
commands for bash that see $CC, $CXX and $FLAGS; `prints`, patterns of lines that a run prints which has verified itself;
`ignore`, a pattern of lines that may differ; `long`, values of variables in these commands with which a run on one thread
is long enough to be timed; and `node`, those with which a run on all cores of a node is.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess

from in_turns import spent
from outputs import alike

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "scripts" / "suites.json"
THIRD = 0.33  # of its iterations that accelerators run of a loop that counts as split; shares are whole iterations
TIMED = re.compile(r"time|second|sec\b|\bms\b|\bus\b|[GMK]i?B/s|flop|mop|bandwidth|rate|elapsed|/s\b|perf|wall|date|build"
                   r"|version|compil|host|lookups|thread|gpu|device|FOM", re.IGNORECASE)


def is_right(plain, ours, row):
    """By the program's own verification where the table names the lines that say so; else by comparison."""
    if "prints" in row:
        return all(re.search(line, ours) for line in row["prints"])
    ignored = [TIMED] + ([re.compile(row["ignore"])] if "ignore" in row else [])
    return alike(plain, ours, ignored, row.get("digits", 1e-6), least=1e-6)


FLAGS = "-O2 -w -fopenmp"
# Where a loop begins in its cache line is chance, and makes small ones up to 1.4 times as slow: no ratio is to show it.
ALIGNED = FLAGS + " -falign-functions=64 -falign-loops=64"


class Program:
    """One row of the table, built in a folder of its own under each compiler."""

    def __init__(self, row, sources, work, size=None):
        """`size`: None for a short run, or the key of the row that has the sizes."""
        self.row, self.name = row, row["name"]
        self.source, self.work = sources / row["folder"], work / row["name"].replace("/", "-")
        self.summary = self.work / "summary"
        self.sizes = {name: str(value) for name, value in row[size].items()} if size else {}
        self.flags = ALIGNED if size else FLAGS

    def environment(self, **more):
        return {**os.environ, "OMP_WAIT_POLICY": "passive", "LC_ALL": "C", **self.sizes, **more}

    def build(self, kind, c, cxx):
        """Builds it in a copy for this kind; returns why not, or ""."""
        top = self.work / kind
        shutil.copytree(self.source, top, symlinks=True)
        env = self.environment(CC=c, CXX=cxx, FLAGS=self.flags)
        command = f"({self.row['build']})\n({self.row.get('input', ':')})"
        done = subprocess.run(["bash", "-e", "-c", command], cwd=top, env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, errors="replace", stdin=subprocess.DEVNULL)
        return "" if done.returncode == 0 else (done.stdout.strip().splitlines() or ["?"])[-1]

    def build_plain(self):
        return self.build("plain", "gcc", "g++")

    def build_auto(self, hetcc, more=" --hetcc-no-cuda"):
        ours = f" --hetcc-auto=all --hetcc-summary={self.summary}{more}"
        return self.build("auto", hetcc + ours, hetcc + "++" + ours)

    def run(self, kind, seconds, **environment):
        try:
            return subprocess.run(["bash", "-c", self.row["run"]], cwd=self.work / kind, env=self.environment(**environment),
                                  timeout=seconds, stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors="replace",
                                  stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return None

    def processor_time(self, kind, **environment):
        """Seconds of a run and of all that it starts; its output goes nowhere."""
        return spent(["bash", "-c", self.row["run"]], cwd=self.work / kind, env=self.environment(**environment))[1]

    def left(self):
        """Loops that the translation leaves as they are: (place, reason)."""
        found = {}
        for line in self.summary.read_text().splitlines() if self.summary.exists() else []:
            if match := re.match(r"\S+: .*?(?:is not|no loop is) split: (.*)$", line):
                found[line] = match.group(1)
        return found


def regions(report):
    """The regions of a report in JSON: ((place, which of those there), region); instances of a template have one place."""
    seen = {}
    for region in json.loads(report.read_text())["regions"]:
        place = region["location"]
        seen[place] = seen.get(place, 0) + 1
        yield (place, seen[place]), region


def chosen(table, word, sources, work, size=None):
    """The programs of the table whose name has the word in it, that have this size, and whose folder is there; those
    without a folder are named."""
    for row in json.loads(table.read_text())["programs"]:
        if word not in row["name"] or (size and size not in row):
            continue
        program = Program(row, sources.resolve(), work.resolve(), size)
        if program.source.is_dir():
            yield program
        else:
            print(f"{program.name}: not in {sources}")
