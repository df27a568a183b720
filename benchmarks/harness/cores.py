# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures whether each processor of this machine is a whole core, as most figures assume, or shares one with
another."""

import os

from . import build, process, report, steady
from .programs import SOURCES, Mistake


def cores(options):
    """whether processors share cores: a loop's time on all of them at once over its time on one alone"""
    if options.programs:
        raise Mistake("cores takes no programs")
    if options.steady:
        raise Mistake("cores measures with --steady and without")
    if len(os.sched_getaffinity(0)) < 2:
        raise Mistake("there is one processor only, which shares its core with none")
    way = build.way("gcc", optimise=options.flags)
    binary = build.build(SOURCES / "common" / "cores.c", way, options.build_dir)
    rows = []
    for wanted in (False, True):
        with steady.held(wanted):
            found = process.run(binary, ["--size", options.size], {})
        rows.append({"name": "kept awake" if wanted else "asleep in between", "ratio": found["median"],
                     "upper_tenth": found["upper_tenth"]})
    report.print_table(["cores", "all at once / one", "a tenth is above"],
                       [[row["name"], f"{row['ratio']:.3f}", f"{row['upper_tenth']:.3f}"] for row in rows])
    if options.json:
        report.write_json(options.json, report.document("cores", [way], {"size": options.size}, rows))
    if options.csv:
        report.write_csv(options.csv, rows)
    return 0
