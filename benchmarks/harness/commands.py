# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The subcommands of benchmarks/run. Each takes the parsed options and returns the exit status."""

from . import build, figures, photo, ratios, report
from .before import before
from .coexec import coexec, gpu
from .cores import cores
from .kernels import kernels
from .movement import movement
from .nodes import nodes
from .offload import offload
from .ordering import ordering
from .overhead import overhead
from .papers import papers
from .peers import peers
from .predict import predict
from .programs import select
from .runtimes import GOMP_SCHEDULES, gomp_settings
from .sides import Setting, make_side, measure, present, search, search_steps
from .sweeps import sweeps
from .tracing import tracing

# The design's goal: a program is at most 5% slower than plain OpenMP.
LIMIT = 1.05


def cpu(options):
    """each program, CPU only and default scheduler, beside the same source under gcc with libgomp's best schedule"""
    cases = present(select(options.programs, thorough=False), options.size, options.build_dir)
    schedules = {"gcc": gomp_settings(options.schedules or GOMP_SCHEDULES)}
    with report.Progress(search_steps(schedules) * len(cases) +
                         3 * options.repeat * options.layouts * len(cases)) as progress:
        best = {case.name: search(options, case, arguments, schedules, progress)["gcc"] for case, arguments in cases}
        sides = {}
        for case, arguments in cases:
            plain, ours = (make_side(case, arguments, setting, options, options.layouts)
                           for setting in (best[case.name][0], Setting("auto", "hetcc")))
            sides[case.name] = {"baseline": plain, "subject": ours, "again": plain}
        samples = measure(options, cases, sides, ["seconds"], progress)
    rows = [{"name": case.name, **figures.compare(**samples[case.name]["seconds"], limit=LIMIT),
             "schedule": best[case.name][0].name, "searched": best[case.name][1]} for case, _ in cases]
    means = ratios.geometric_means(cases, rows)
    ratios.print_ratios("cpu", rows, "s", "gcc", "gcc", {"gcc's schedule": "schedule"})
    ratios.print_means(means, "gcc")
    names = dict.fromkeys([*(setting.way for setting, _ in best.values()), "hetcc"])
    ratios.save("cpu", options, [build.way(name, options.hetcc, options.flags) for name in names], rows, means)
    if options.svg and rows:
        ratios.draw(options.svg, "cpu", "cpu: hetcc over gcc", ["hetcc/gcc", "gcc/gcc"],
                    [(row["name"], [ratios.bar(row), ratios.bar(row, "noise_ratio")]) for row in rows], LIMIT)
    return ratios.status(rows)


def build_all(options):
    """build the programs, and nothing else: into BUILD_DIR/WAY/PROGRAM for each --way"""
    for name in options.way or ["serial", "gcc", "hetcc"]:
        chosen = build.way(name, options.hetcc, options.flags)
        for source in sorted({case.source for case in select(options.programs, thorough=True)}):
            print(build.build(source, chosen, options.build_dir))
    return 0


def get_photo(options):
    """fetch the photograph that kmeans quantises, and print the name of its PPM form"""
    if not photo.find(options.build_dir):
        photo.fetch(options.build_dir)
    print(photo.picture(options.build_dir, options.size))
    return 0


COMMANDS = {"cpu": cpu, "peers": peers, "coexec": coexec, "gpu": gpu, "kernels": kernels, "offload": offload,
            "overhead": overhead, "cores": cores, "predict": predict, "ordering": ordering, "movement": movement,
            "nodes": nodes, "sweeps": sweeps, "tracing": tracing, "before": before, "papers": papers,
            "build": build_all, "photo": get_photo}
