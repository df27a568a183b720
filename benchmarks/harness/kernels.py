# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares hetcc's GPU kernels with hand-written ones, and both with what the GPU can do at best.

Only the time of kernels counts: hetcc's is measured by events of the queue (HETRT_REPORT), that of the others by
PROGRAM.cu (common/handwritten.cuh). The floor is the least time that the GPU needs for the bytes that a program must
move within the GPU's memory, or for its arithmetic, whichever is longer, at the rates that common/probe.cu measures in
the same session."""

import pathlib
import tempfile

from . import build, counted, figures, process, report
from .programs import SOURCES, Mistake, select

# The design's goals.
MEAN_LIMIT, RATIO_LIMIT = 1.05, 1.2  # our kernel's time over the hand-written one's: geometric mean, and each of them
BANDWIDTH_LIMIT = 0.8                # floor over our kernel's time, if memory decides the floor
LINK_LIMIT = 0.9                     # speed of our copies over the measured speed of copies of pinned memory
LAUNCH_LIMIT = 2                     # time of an empty region over that of an empty launch
FEW_BYTES = 1 << 26                  # copies of fewer bytes are too short to measure the link's speed

PROBE = SOURCES / "common" / "probe.cu"
ON_GPU = {"HETRT_DEVICES": "cuda:1", "HETRT_SCHEDULE": "gpu"}


def ours(regions):
    """The seconds of the GPU's queues and the bytes copied in a run, from the regions of its report."""
    devices = [device for region in regions for device in region["devices"] if device["kind"] == "cuda"]
    if not any(sum(device["iterations"]) for device in devices):
        raise Mistake("no iteration ran on the GPU; is there one? (hetinfo lists them)")
    found = {queue: sum(device["queues"][queue] for device in devices) for queue in ("copy_in", "compute", "copy_out")}
    return found | {"bytes_in": sum(device["bytes_in"] for device in devices),
                    "bytes_out": sum(device["bytes_out"] for device in devices)}


def floor(work, probe):
    """(floor in seconds, what decides it: 'memory' or 'arithmetic') for the work that a hand-written run reports,
    including the time of as many empty launches; (0, 'unknown') if the program does not report its work."""
    if not (work["handwritten_bytes"] or work["handwritten_operations"] or work["handwritten_operations64"]):
        return 0, "unknown"
    memory = work["handwritten_bytes"] / probe["memory_bytes_per_second"]
    arithmetic = (work["handwritten_operations"] / probe["operations_per_second"] +
                  work["handwritten_operations64"] / probe["operations64_per_second"])
    seconds, decides = max((memory, "memory"), (arithmetic, "arithmetic"))
    return seconds + work["handwritten_launches"] * probe["kernel_seconds"], decides


def link_share(run, probe):
    """The time that a run's copies would need at the link's speed, over the time that they took; None for few bytes."""
    if run["bytes_in"] + run["bytes_out"] < FEW_BYTES:
        return None
    least = run["bytes_in"] / probe["link_in_bytes_per_second"] + run["bytes_out"] / probe["link_out_bytes_per_second"]
    return least / (run["copy_in"] + run["copy_out"])


def row(name, probe, runs, others):
    """A program's row. `runs`: what ours() returns for each of our runs; `others`: what the hand-written runs print."""
    seconds, theirs = [run["compute"] for run in runs], [run["handwritten_seconds"] for run in others]
    least, decides = floor(others[0], probe)
    median = figures.median(seconds)
    shares = [share for share in (link_share(run, probe) for run in runs) if share is not None]
    found = {"name": name, "floor": least, "decides": decides, "ours": median, "handwritten": figures.median(theirs),
             "ratio": median / figures.median(theirs), "of_floor": least / median,
             "link": figures.median(shares) if shares else None,
             "samples": {"ours": seconds, "handwritten": theirs}}
    return found | {"verdict": verdict(found)}


def verdict(found):
    """The goals that a row misses, or 'within'."""
    short = []
    if found["ratio"] > RATIO_LIMIT:
        short.append(f"slower than {RATIO_LIMIT} of hand-written")
    if found["decides"] == "memory" and found["of_floor"] < BANDWIDTH_LIMIT:
        short.append(f"below {BANDWIDTH_LIMIT:.0%} of bandwidth")
    if found["link"] is not None and found["link"] < LINK_LIMIT:
        short.append(f"copies below {LINK_LIMIT:.0%} of the link")
    return "; ".join(short) or "within"


def summarise(rows, probe, empty_region):
    """The geometric mean, the empty region's time over that of an empty launch, and the verdict over all."""
    mean = figures.geometric_mean([each["ratio"] for each in rows])
    launch = empty_region / probe["launch_seconds"]
    return {"programs": len(rows), "geometric_mean": mean, "launch_ratio": launch, "probe": probe,
            "verdict": "within" if mean <= MEAN_LIMIT and launch <= LAUNCH_LIMIT and
                       all(each["verdict"] == "within" for each in rows) else "beyond"}


def print_rows(rows, summary):
    report.print_table(
        ["kernels", "floor s", "by", "ours s", "hand-written s", "ours/hand-written", "floor/ours", "copies/link", "verdict"],
        [[each["name"], f"{each['floor']:.4g}", each["decides"], f"{each['ours']:.4g}", f"{each['handwritten']:.4g}",
          f"{each['ratio']:.3f}", f"{each['of_floor']:.3f}", "-" if each["link"] is None else f"{each['link']:.3f}",
          each["verdict"]] for each in rows])
    print(f"geometric mean of {summary['programs']} programs: {summary['geometric_mean']:.3f} (at most {MEAN_LIMIT}); an "
          f"empty region over an empty launch: {summary['launch_ratio']:.2f} (at most {LAUNCH_LIMIT}): "
          f"{summary['verdict']}")


# Rows of 8192 + k numbers begin at all offsets modulo 32 numbers.
ROW_LENGTHS = range(8192, 8192 + 32) # sums over 2040 of the longest rows are just exact
LEVEL_LIMIT = 1.05


def row_lengths(programs):
    """(row length -> seconds of atax' kernels per row element, with windows of columns; the largest over the
    smallest)"""
    found = {}
    for length in ROW_LENGTHS:
        run = programs.ours("atax", ["--columns", "1", "--nx", "2040", "--ny", str(length), "--passes", "5"])
        found[length] = run["compute"] / length
    return found, max(found.values()) / min(found.values())


TUNING_RUNS = 6  # with ten passes each; each run tries one launch shape besides the computed one


class Programs:
    """The programs that hetcc and nvcc have built. `hetcc`, `handwritten`, `probe`: functions that return a program's
    path; `run`: a function like process.run. Our launch shapes are tuned before the measurement, since the hand-written
    kernels also try several shapes before they measure."""

    def __init__(self, hetcc, handwritten, probe, scratch, run=process.run):
        self.hetcc, self.handwritten, self.probe, self.run = hetcc, handwritten, probe, run
        self.report = pathlib.Path(scratch) / "kernels.json"
        self.settings = ON_GPU | {"XDG_STATE_HOME": str(scratch), "HETRT_HISTORY": "read"}

    def measured(self):
        return self.run(self.probe(), [], {})

    def tune(self, name, arguments):
        for _ in range(TUNING_RUNS):
            self.run(self.hetcc(name), arguments, self.settings | {"HETRT_HISTORY": "on"})

    def ours(self, name, arguments):
        self.report.unlink(missing_ok=True)
        self.run(self.hetcc(name), arguments, self.settings | {"HETRT_REPORT": f"json:{self.report}"})
        return ours(process.read_report(self.report))

    def others(self, name, arguments):
        return self.run(self.handwritten(name), arguments, {})

    def empty_region(self):
        """The seconds of a region with almost no work, from its begin to its end."""
        found = self.run(self.hetcc("overhead"), ["--size", "small", "--array", "1", "--n", "32"], ON_GPU)
        return found["back_to_back"] * 1e-6


def measure(cases, programs, repeat, advance=lambda name: None):
    """Measures (name, arguments) pairs, our program and the hand-written one in turn; returns (rows, summary)."""
    probe = programs.measured()
    samples = {name: ([], []) for name, _ in cases}
    for name, arguments in cases:
        programs.tune(name, arguments)
    for _ in range(repeat):
        for name, arguments in cases:
            advance(name)
            samples[name][0].append(programs.ours(name, arguments))
            samples[name][1].append(programs.others(name, arguments))
    rows = [row(name, probe, *samples[name]) for name, _ in cases]
    return rows, summarise(rows, probe, programs.empty_region())


def compare(options):
    """Builds and measures the programs that the options name, and prints a table; returns (rows, summary)."""
    cases = [case for case in select(options.programs, thorough=False) if not case.photo]
    hetcc = build.way("hetcc", options.hetcc, options.flags)
    nvcc = build.way("handwritten", optimise=options.flags)
    places = {case.program: case.source for case in cases}
    with tempfile.TemporaryDirectory() as scratch, report.Progress(options.repeat * len(cases)) as progress:
        programs = Programs(lambda name: build.build(places.get(name, SOURCES / name / f"{name}.c"), hetcc, options.build_dir),
                            lambda name: build.build(places[name], nvcc, options.build_dir),
                            lambda: build.build(PROBE, nvcc, options.build_dir), scratch)
        rows, summary = measure([(case.name, process.arguments(case, options.size, options.build_dir)) for case in cases],
                                programs, options.repeat, progress.advance)
    print_rows(rows, summary)
    return rows, summary


def kernels(options):
    """our GPU kernels beside hand-written CUDA, and both beside the floor measured in the same run; --counted: without a GPU"""
    if options.counted:
        return counted.counted_kernels(options)
    rows, summary = compare(options)
    ways = [build.way("hetcc", options.hetcc, options.flags), build.way("handwritten", optimise=options.flags)]
    if options.json:
        report.write_json(options.json, report.document("kernels", ways, {"size": options.size, "repeat": options.repeat},
                                                        rows, summary))
    if options.csv:
        report.write_csv(options.csv, rows)
    return int(summary["verdict"] != "within")
