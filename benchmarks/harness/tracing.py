# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures what HETRT_TRACE costs: compares each program that writes a trace with the same program without one."""

import dataclasses
import os
import pathlib
import tempfile

from . import build, figures, ratios, report
from .programs import Mistake, select
from .sides import Setting, make_side, measure, present

LIMIT = 1.02


def tracing(options):
    """each program while it writes a trace, beside itself without one; --mix: devices other than the cores"""
    if "," in (options.mix or "") and options.clock == "cpu":
        raise Mistake("an accelerator that waits takes processor time, too: --clock=cpu goes with cores alone")
    cases = present(select(options.programs, thorough=False), options.size, options.build_dir)
    devices = {"HETRT_DEVICES": options.mix} if options.mix else {}
    steps = 3 * options.repeat * options.layouts * len(cases)
    with tempfile.TemporaryDirectory() as folder, report.Progress(steps) as progress:
        trace = pathlib.Path(folder, "trace")
        sides = {}
        for case, arguments in cases:
            plain = make_side(case, arguments, Setting("auto", "hetcc", devices), options, options.layouts)
            traced = dataclasses.replace(plain, environment=plain.environment | {"HETRT_TRACE": str(trace)})
            sides[case.name] = {"baseline": plain, "subject": traced, "again": plain}
        samples = measure(options, cases, sides, ["seconds"], progress)
        if not os.path.exists(trace):
            raise Mistake("no program wrote a trace")
    rows = [{"name": case.name, **figures.compare(**samples[case.name]["seconds"], limit=LIMIT)} for case, _ in cases]
    means = ratios.geometric_means(cases, rows)
    ratios.print_ratios("tracing", rows, "s", "without", "without", {}, subject="with")
    ratios.print_means(means, "without")
    ratios.save("tracing", options, [build.way("hetcc", options.hetcc, options.flags)], rows, means)
    return ratios.status(rows)
