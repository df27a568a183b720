# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures what special ways of moving data cost, on emulated accelerators that do all the work. Packed columns are
compared with full copies, on one accelerator, which needs all columns, and on two, which need half of them each. Arrays
larger than an accelerator's memory are compared with the same arrays on an accelerator with enough memory."""

from . import build, figures, process, ratios, report
from .programs import Mistake, select

ACCELERATORS = {
    count: {"HETRT_DEVICES": f"emulated:{count}", "HETRT_SCHEDULE": "gpu", "HETRT_BACKOFF_PASSES": "0"}
    for count in (1, 2)
}
COLUMNS = ("atax", "bicg", "mvt")
COLUMNS_LIMIT = 1.10
ELEMENTS = {"small": 200_000, "medium": 4_000_000, "paper": 40_000_000}
LARGER = 4
LARGER_LIMIT = 1.15
FAST_LINK = "bandwidth=100G"


def pairs(options):
    """Yields the comparisons: name, source, limit, and (arguments, environment) of both sides."""
    for name in options.programs or (*COLUMNS, "stream"):
        case = select([name], thorough=False)[0]
        if name in COLUMNS:
            for count, environment in ACCELERATORS.items():
                sides = [(["--size", options.size, "--columns", form], environment) for form in ("0", "1")]
                yield f"{name} by columns on {count}", case.source, COLUMNS_LIMIT, sides
        else:
            count = ELEMENTS[options.size]
            arguments = ["--size", options.size, "--n", str(count)]
            memory = [f",memory={bytes}" for bytes in (100 * count, 8 * count // LARGER)]
            sides = [(arguments, ACCELERATORS[1] | {"HETRT_EMULATED": FAST_LINK + each}) for each in memory]
            yield f"{name}, arrays {LARGER}x the memory", case.source, LARGER_LIMIT, sides


def movement(options):
    """columns beside full copies, and arrays 4 times an emulated accelerator's memory beside ample memory"""
    unknown = set(options.programs) - {*COLUMNS, "stream"}
    if unknown:
        raise Mistake(f"no case of movement: {', '.join(sorted(unknown))}; there are: {', '.join(COLUMNS)}, stream")
    ours = build.way("hetcc", options.hetcc, options.flags)
    rows = []
    cases = list(pairs(options))
    with report.Progress(3 * options.repeat * options.layouts * len(cases)) as progress:
        for name, source, limit, (plain, other) in cases:
            binaries = [build.build(source, ours, options.build_dir, layout) for layout in range(options.layouts)]
            samples = {"baseline": [], "subject": [], "again": []}
            for repetition in range(options.repeat):
                found = {side: [] for side in samples}
                for layout, binary in enumerate(binaries):
                    turns = [("baseline", plain), ("subject", other), ("again", plain)]
                    for side, (arguments, environment) in turns[::-1 if (layout + repetition) % 2 else 1]:
                        progress.advance(f"{name} {side}")
                        found[side].append(process.run(binary, arguments, environment)["seconds"])
                for side, each in found.items():
                    samples[side].append(figures.median(each))
            rows.append({"name": name, **figures.compare(**samples, limit=limit)})
    ratios.print_ratios("movement", rows, "s", "plain", "plain", {"limit": "limit"})
    ratios.save("movement", options, [ours], rows, {})
    return ratios.status(rows)
