# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares each program with itself as another hetcc builds it, for example one from before a change of the runtime."""

from . import build, figures, ratios, report
from .overhead import MEASURES
from .programs import OVERHEAD, Mistake, select
from .sides import Setting, make_side, measure, present

LIMIT = 1.05


def sides_of(case, arguments, options, layouts):
    """The case built by both compilers; None if one of them refuses the program."""
    devices = {"HETRT_DEVICES": options.mix} if options.mix else {}
    schedule = {"HETRT_SCHEDULE": options.scheduler[0]} if options.scheduler else {}
    settings = [Setting("auto", "hetcc-before", devices | schedule, hetcc=options.before),
                Setting("auto", "hetcc", devices | schedule)]
    try:
        before, now = (make_side(case, arguments, setting, options, layouts) for setting in settings)
    except build.CannotBuild as refused:
        print(f"left out: {case.name}: {refused.reason}")
        return None
    return {"baseline": before, "subject": now, "again": before}


def before(options):
    """each program, and an empty region, beside itself by the hetcc that --before names; --mix: devices other than the cores"""
    if not options.before:
        raise Mistake("before compares with another hetcc: name it (--before FILE)")
    chosen = present(select(options.programs, thorough=False), options.size, options.build_dir)
    sides = {case.name: sides_of(case, arguments, options, options.layouts) for case, arguments in chosen}
    cases = [(case, arguments) for case, arguments in chosen if sides[case.name]]
    empty = None if options.programs else sides_of(OVERHEAD, [], options, 1)
    with report.Progress(3 * options.repeat * (options.layouts * len(cases) + bool(empty))) as progress:
        samples = measure(options, cases, sides, ["seconds"], progress)
        of_empty = measure(options, [(OVERHEAD, ["--size", options.size])], {OVERHEAD.name: empty}, MEASURES,
                           progress)[OVERHEAD.name] if empty else {}
    rows = [{"name": case.name, **figures.compare(**samples[case.name]["seconds"], limit=LIMIT)} for case, _ in cases]
    means = ratios.geometric_means(cases, rows)
    regions = [{"name": name, **figures.compare(**of, limit=LIMIT)} for name, of in of_empty.items()]
    ratios.print_ratios("before", rows, "s", "before", "before", {}, subject="now")
    ratios.print_means(means, "before")
    if regions:
        ratios.print_ratios("before", regions, "us", "before", "before", {}, subject="now")
    ways = [build.way("hetcc-before", options.before, options.flags), build.way("hetcc", options.hetcc, options.flags)]
    ratios.save("before", options, ways, [*rows, *regions], means)
    return ratios.status([*rows, *regions])
