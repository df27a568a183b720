# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds public programs that a table describes, in copies of their folders, with gcc and with hetcc, and runs them.

A row of the table (scripts/suites.json) has these fields:
  folder              the program's folder in the sources
  build, input, run   commands for bash, with $CC, $CXX and $FLAGS; `input` (optional) runs once after `build`
  prints              patterns of the lines by which a run says that it has verified its own result
  ignore              a pattern of output lines that may differ between builds
  long                values of variables in the commands, for a run on one thread that is long enough to be measured
  node                values of these variables for such a run on all cores of a node
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
# A loop counts as split if accelerators run this fraction of its iterations: less than a third, as shares are rounded.
THIRD = 0.33
TIMED = re.compile(r"time|second|sec\b|\bms\b|\bus\b|[GMK]i?B/s|flop|mop|bandwidth|rate|elapsed|/s\b|perf|wall|date|build"
                   r"|version|compil|host|lookups|thread|gpu|device|FOM", re.IGNORECASE)


def is_right(plain, ours, row):
    """Whether the output `ours` is right: by the program's own verification if the row has `prints`, else by comparison
    with the output of gcc's build, `plain`."""
    if "prints" in row:
        return all(re.search(line, ours) for line in row["prints"])
    ignored = [TIMED] + ([re.compile(row["ignore"])] if "ignore" in row else [])
    return alike(plain, ours, ignored, row.get("digits", 1e-6), least=1e-6)


FLAGS = "-O2 -w -fopenmp"
# A small loop may take 1.4 times as long if it begins at another place of its cache line, which depends on chance. So
# that this does not affect ratios, all functions and loops are aligned.
ALIGNED = FLAGS + " -falign-functions=64 -falign-loops=64"


class Program:
    """The program of one row of the table, which each compiler builds in a separate copy of its folder."""

    def __init__(self, row, sources, work, size=None):
        """`size`: None for a short run, else the field of the row with the sizes: "long" or "node"."""
        self.row, self.name = row, row["name"]
        self.source, self.work = sources / row["folder"], work / row["name"].replace("/", "-")
        self.summary = self.work / "summary"
        self.sizes = {name: str(value) for name, value in row[size].items()} if size else {}
        self.flags = ALIGNED if size else FLAGS

    def environment(self, **more):
        return {**os.environ, "OMP_WAIT_POLICY": "passive", "LC_ALL": "C", **self.sizes, **more}

    def build(self, kind, c, cxx):
        """Builds the program in a new copy of its folder, named `kind`; returns why that fails, or ""."""
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
        """Processor seconds of a run and of all processes that it starts; its output is discarded."""
        return spent(["bash", "-c", self.row["run"]], cwd=self.work / kind, env=self.environment(**environment))[1]

    def left(self):
        """The loops that hetcc does not split: line of the translation's summary -> reason."""
        found = {}
        for line in self.summary.read_text().splitlines() if self.summary.exists() else []:
            if match := re.match(r"\S+: .*?(?:is not|no loop is) split: (.*)$", line):
                found[line] = match.group(1)
        return found


def regions(report):
    """Yields ((place, number), region) for the regions of a JSON report; `number` distinguishes regions with the same
    source place, such as instances of a template."""
    seen = {}
    for region in json.loads(report.read_text())["regions"]:
        place = region["location"]
        seen[place] = seen.get(place, 0) + 1
        yield (place, seen[place]), region


def chosen(table, word, sources, work, size=None):
    """Yields the programs of the table whose names contain `word`, that have this size, and whose folder exists; prints
    the names of those whose folder does not."""
    for row in json.loads(table.read_text())["programs"]:
        if word not in row["name"] or (size and size not in row):
            continue
        program = Program(row, sources.resolve(), work.resolve(), size)
        if program.source.is_dir():
            yield program
        else:
            print(f"{program.name}: not in {sources}")
