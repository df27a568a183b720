# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares hetcc's GPU kernels with hand-written ones on the emulated CUDA driver, by counts instead of times: the PTX
instructions of warps, and the sectors (32 bytes) of device memory that each launch accesses.

The driver does not know what an instruction costs, and has no caches: a kernel that reads a number several times, on a
GPU from a cache, has many sectors in its requests, but few distinct ones."""

import json
import pathlib
import tempfile

from . import build, figures, process, report
from .programs import Mistake, select

SECTOR = 32         # bytes
DISTINCT_LIMIT = 1.1  # distinct sectors over those that the algorithm must move at least, if memory decides
RATIO_LIMIT, MEAN_LIMIT = 1.2, 1.05  # instructions and sectors over the hand-written kernels': each, geometric mean
# Memory decides the time of a program with fewer operations per necessary byte. Today's GPUs do 10 to 20 per byte.
MEMORY_DECIDES = 8


def counts(text):
    """The sums of a program's counters (JSON text) over all launches."""
    launches = json.loads(text)["launches"]
    traffic = [launch[kind] for launch in launches for kind in ("global_loads", "global_stores", "global_updates")]
    return {"launches": len(launches),
            "instructions": sum(sum(launch["warp_instructions"].values()) for launch in launches),
            "sectors": sum(each["sectors"] for each in traffic),
            "distinct": sum(each["distinct_sectors"] for each in traffic),
            "replays": sum(launch["shared_replays"] for launch in launches)}


def row(name, ours, theirs, work):
    """A program's row: the counts of hetcc's kernels, and, unless `theirs` is None, those of the hand-written kernels.
    `work`: operations and bytes that the hand-written version reports."""
    found = {"name": name, "ours": ours, "handwritten": theirs}
    if not theirs:
        return found | {"verdict": "not compared"}
    operations = work["handwritten_operations"] + work["handwritten_operations64"]
    needed = work["handwritten_bytes"] / SECTOR
    decides = "unknown" if not needed else "memory" if operations < MEMORY_DECIDES * work["handwritten_bytes"] else "arithmetic"
    found |= {"instructions": ours["instructions"] / theirs["instructions"], "sectors": ours["sectors"] / theirs["sectors"],
              "needed": needed, "of_needed": ours["distinct"] / needed if needed else None,
              "handwritten_of_needed": theirs["distinct"] / needed if needed else None, "decides": decides}
    return found | {"verdict": verdict(found)}


def verdict(found):
    """'beyond: ' and the names of the figures beyond their limits, or 'within'."""
    beyond = [kind for kind in ("instructions", "sectors") if found[kind] > RATIO_LIMIT]
    if found["decides"] == "memory" and found["of_needed"] > DISTINCT_LIMIT:
        beyond.append("distinct")
    return "beyond: " + ", ".join(beyond) if beyond else "within"


def cell(value, pattern="{:.2f}"):
    return "-" if value is None else pattern.format(value)


def print_rows(rows):
    report.print_table(
        ["counted, not timed", "instructions", "by hand", "ratio", "sectors", "by hand", "ratio", "distinct/needed", "by hand",
         "by", "verdict"],
        [[each["name"], each["ours"]["instructions"], each["handwritten"]["instructions"] if each["handwritten"] else "-",
          cell(each.get("instructions")), each["ours"]["sectors"],
          each["handwritten"]["sectors"] if each["handwritten"] else "-", cell(each.get("sectors")),
          cell(each.get("of_needed")), cell(each.get("handwritten_of_needed")), each.get("decides", "-"), each["verdict"]]
         for each in rows])


class Programs:
    """Runs programs on the emulated driver, and reads its counters; `run`: a function like process.run."""

    def __init__(self, library, scratch, run=process.run):
        self.run, self.file = run, pathlib.Path(scratch) / "counters.json"
        # Launch shapes are not tuned: tuning depends on times, which mean nothing here, so counts would differ between
        # runs.
        self.settings = {"HETRT_CUDA_DRIVER": str(library), "HETRT_DEVICES": "cuda:1", "HETRT_SCHEDULE": "gpu",
                         "HETRT_HISTORY": "off", "HETRT_LAUNCH_SHAPE": "computed", "HETCC_EMULATOR_COUNTERS": f"json:{self.file}"}

    def counted(self, binary, arguments):
        """Runs a program: (its counts, the figures that it prints)."""
        self.file.unlink(missing_ok=True)
        found = self.run(binary, arguments, self.settings)
        if not self.file.exists():
            raise Mistake(f"'{binary}' ran nothing on the emulated driver")
        return counts(self.file.read_text(encoding="utf-8")), found


def measure(cases, programs, ours, theirs, advance=lambda name: None):
    """Measures (name, arguments, program) triples; returns rows. `ours` and `theirs` are functions that build a
    program; `theirs` is None if there is no compiler for the hand-written kernels."""
    rows = []
    for name, arguments, program in cases:
        advance(name)
        counted, _ = programs.counted(ours(program), arguments)
        by_hand, work = programs.counted(theirs(program), arguments) if theirs else (None, None)
        rows.append(row(name, counted, by_hand, work))
    return rows


def summarise(rows):
    compared = [each for each in rows if each["handwritten"]]
    means = {kind: figures.geometric_mean([each[kind] for each in compared]) if compared else None
             for kind in ("instructions", "sectors")}
    within = all(each["verdict"] == "within" for each in compared) and all(mean is None or mean <= MEAN_LIMIT
                                                                           for mean in means.values())
    return {"programs": len(rows), "compared": len(compared), **means,
            "verdict": "not compared" if not compared else "within" if within else "beyond"}


def counted_kernels(options):
    """Counts the programs that the options name, and prints a table; returns the exit status."""
    cases = [case for case in select(options.programs, thorough=False) if not case.photo]
    hetcc = build.way("hetcc", options.hetcc, options.flags)
    ways = [hetcc]
    try:
        ways.append(build.way("handwritten-emulated", options.hetcc, options.flags))
    except Mistake as missing:
        print(f"ours alone: {missing}")
    places = {case.program: case.source for case in cases}
    builders = [lambda program, way=way: build.build(places[program], way, options.build_dir) for way in ways]
    with tempfile.TemporaryDirectory() as scratch, report.Progress(len(cases)) as progress:
        programs = Programs(build.find_emulator(options.hetcc) / "libcuda.so.1", scratch)
        rows = measure([(case.name, process.arguments(case, options.size, options.build_dir), case.program) for case in cases],
                       programs, builders[0], builders[1] if len(builders) > 1 else None, progress.advance)
    print_rows(rows)
    summary = summarise(rows)
    if summary["compared"]:
        print(f"geometric means of {summary['compared']} programs: instructions {summary['instructions']:.2f}, sectors of "
              f"requests {summary['sectors']:.2f} (at most {MEAN_LIMIT}; each at most {RATIO_LIMIT}; distinct sectors at most "
              f"{DISTINCT_LIMIT} of the bytes where memory decides): {summary['verdict']}")
    if options.json:
        report.write_json(options.json, report.document("kernels-counted", ways, {"size": options.size}, rows, summary))
    return int(summary["verdict"] == "beyond")
