# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the gain from a partition that lasts for several passes: Helmholtz with different numbers of sweeps on one
partition, and how much of an accelerator's time is computing, and how much is moving rows in and out [Scogland 2014,
chapter 6]. The emulated link is about as fast as PCI Express 2 for pageable memory, so that moving rows in and out
takes as long as about ten sweeps over them."""

import pathlib
import tempfile

from . import build, figures, plot, process, report
from .programs import Mistake, select

SWEEPS = (1, 2, 5, 10, 20)
DEVICES = "cpu:1,emulated:1"
LINK = "bandwidth=3G"
PARTS = ("compute", "copy_in", "copy_out")


def run(binary, arguments, path):
    """Runs the program: the seconds of all sweeps, and the seconds of the accelerator's queues for each of PARTS."""
    ran = process.run(binary, arguments, {"HETRT_DEVICES": DEVICES, "HETRT_SCHEDULE": "adaptive",
                                          "HETRT_EMULATED": LINK, "HETRT_BACKOFF_PASSES": "0",
                                          "HETRT_REPORT": f"json:{path}"})
    queues = [device["queues"] for region in process.read_report(path) for device in region["devices"]
              if "queues" in device]
    return {"seconds": ran["seconds"], **{part: sum(queue[part] for queue in queues) for part in PARTS}}


def make_row(count, samples, longest):
    """A row of the table. `samples`: of runs with `count` sweeps on a partition; `longest`: of the runs with the most
    sweeps, which were made in turn with them."""
    ratios = figures.paired_ratios(samples["seconds"], longest["seconds"])
    parts = {part: figures.median(samples[part]) for part in PARTS}
    return {"name": str(count), "sweeps": count, "seconds": figures.median(samples["seconds"]), **parts,
            "computing": parts["compute"] / sum(parts.values()), "ratio": figures.median(ratios),
            "ratio_interval": figures.interval(ratios), "samples": samples}


def falls(rows):
    """Whether the rows are as in the dissertation: the time falls from row to row, and computing is less than an eighth
    of the accelerator's time in the first row, and more than half in the last."""
    seconds = [row["seconds"] for row in rows]
    return (seconds == sorted(seconds, reverse=True) and rows[0]["computing"] < 1 / 8
            and rows[-1]["computing"] > 1 / 2)


def sweeps(options):
    """Helmholtz with 1 to 20 sweeps on one partition: an accelerator's time, computing and moving"""
    if set(options.programs) - {"helmholtz"}:
        raise Mistake("there are sweeps in helmholtz alone")
    ours = build.way("hetcc", options.hetcc, options.flags)
    case = select(["helmholtz"], thorough=False)[0]
    binary = build.build(case.source, ours, options.build_dir)
    samples = {count: {name: [] for name in ("seconds", *PARTS)} for count in SWEEPS}
    with tempfile.TemporaryDirectory() as scratch, report.Progress(options.repeat * len(SWEEPS)) as progress:
        for repetition in range(options.repeat):
            for count in SWEEPS[::-1 if repetition % 2 else 1]:
                progress.advance(f"{count} sweeps")
                arguments = [*process.arguments(case, options.size, options.build_dir), "--per", str(count)]
                for name, figure in run(binary, arguments, pathlib.Path(scratch) / "report.json").items():
                    samples[count][name].append(figure)
    rows = [make_row(count, samples[count], samples[SWEEPS[-1]]) for count in SWEEPS]
    report.print_table(["sweeps per partition", "s", f"over {SWEEPS[-1]}", "95%", *(f"{part} s" for part in PARTS),
                        "computing"],
                       [[row["name"], f"{row['seconds']:.4g}", f"{row['ratio']:.3f}",
                         report.between(row["ratio_interval"]), *(f"{row[part]:.4g}" for part in PARTS),
                         f"{row['computing']:.0%}"] for row in rows])
    if options.json:
        settings = {"size": options.size, "repeat": options.repeat, "devices": DEVICES, "link": LINK}
        report.write_json(options.json, report.document("sweeps", [ours], settings, rows))
    if options.csv:
        report.write_csv(options.csv, rows)
    if options.svg:
        pathlib.Path(options.svg).mkdir(parents=True, exist_ok=True)
        plot.stacks(pathlib.Path(options.svg) / "sweeps.svg", "seconds of the accelerator, by sweeps on one partition",
                    PARTS, [(row["name"], [row[part] for part in PARTS]) for row in rows])
    return int(not falls(rows))
