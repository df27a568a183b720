# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The subcommands of benchmarks/run. Each takes the parsed options and returns the exit status."""

import os
import pathlib

from . import build, figures, photo, plot, process, report
from .coexec import coexec, gpu
from .ordering import ordering
from .predict import predict
from .programs import OVERHEAD, Mistake, select

# What the design asks for: a program at most 5% slower than plain OpenMP, an empty region at most 3x libgomp's.
PROGRAM_LIMIT = 1.05
OVERHEAD_LIMIT = 3.0
# Runs of each program under each of libgomp's schedules, to find the one to compare with.
SEARCH_RUNS = 3


def threads(options):
    return options.threads or len(os.sched_getaffinity(0))


def cpu_settings(count):
    """The same cores for both sides, no accelerator, and the default scheduler in every region."""
    return {"OMP_NUM_THREADS": str(count), "HETRT_DEVICES": f"cpu:{count}", "HETRT_SCHEDULE": "auto"}


def both_ways(options):
    """The baseline's and the subject's."""
    return build.way("gcc", None, options.flags), build.way("hetcc", options.hetcc, options.flags)


def present(cases, size, directory):
    """The cases whose data is here, with their arguments; one line for each of the others."""
    found = []
    for case in cases:
        try:
            found.append((case, process.arguments(case, size, directory)))
        except Mistake as missing:
            print(f"left out: {missing}")
    return found


def interleave(binaries, options, settings, measures, samples, advance):
    """One repetition of baseline, subject and baseline again; every other time in reverse, so that a drift of the
    machine favours neither. `binaries` names one for each side. Appends to samples[measure][side]."""
    sides = ("baseline", "subject", "again")
    order = sides if len(samples[measures[0]]["baseline"]) % 2 == 0 else sides[::-1]
    for side in order:
        advance(side)
        found = process.run(binaries[side], options, settings)
        for measure in measures:
            samples[measure][side].append(found[measure])


def empty_samples(measures):
    return {measure: {"baseline": [], "subject": [], "again": []} for measure in measures}


def plot_ratios(command, folder, rows):
    """The rows' ratios, and the baseline's beside itself, as bars."""
    groups = [(row["name"], [(row["ratio"], *row["ratio_interval"]), (row["noise_ratio"], *row["noise_interval"])])
              for row in rows]
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    plot.bars(pathlib.Path(folder) / f"{command}.svg", f"{command}: hetcc over gcc, median and 95% interval",
              ["hetcc/gcc", "gcc/gcc"], groups, rows[0]["limit"])


def finish(command, options, ways, rows, unit, summary=None):
    """Prints the table and writes the files; 1 if a ratio that counts is beyond its limit."""
    def cells(row):
        return [row["name"], f"{row['baseline']:.4g}", f"{row['subject']:.4g}", f"{row['ratio']:.3f}",
                report.between(row["ratio_interval"]), f"{row['noise_ratio']:.3f}",
                report.between(row["noise_interval"]), *([row["schedule"]] if "schedule" in row else []),
                row["verdict"]]

    schedule = ["gcc's schedule"] if rows and "schedule" in rows[0] else []
    report.print_table([command, f"gcc {unit}", f"hetcc {unit}", "hetcc/gcc", "95%", "gcc/gcc", "95%", *schedule,
                        "verdict"], [cells(row) for row in rows])
    for name, mean in (summary or {}).items():
        print(f"geometric mean of {mean['programs']} programs ({name}): {mean['ratio']:.3f}, gcc/gcc "
              f"{mean['noise_ratio']:.3f}; too noisy: {mean['too_noisy']}")
    settings = {"size": options.size, "repeat": options.repeat, "layouts": options.layouts,
                "threads": threads(options), "clock": options.clock}
    if options.json:
        report.write_json(options.json, report.document(command, ways, settings, rows, summary))
    if options.csv:
        report.write_csv(options.csv, rows)
    if options.svg and rows:
        plot_ratios(command, options.svg, rows)
    return int(any(row["verdict"].startswith("beyond") for row in rows))


def search_schedules(options, cases, progress):
    """Case -> (the way of libgomp's schedule that took least, the median seconds under each)."""
    ways = {name: build.way(build.GCC_SCHEDULES[name], None, options.flags) for name in options.schedules}
    if len(ways) == 1:
        return {case.name: (name, {}) for case, _ in cases for name in ways}
    found = {case.name: {name: [] for name in ways} for case, _ in cases}
    for repetition in range(SEARCH_RUNS):
        for case, arguments in cases:
            for name in list(ways)[::-1 if repetition % 2 else 1]:
                progress.advance(f"{case.name} {name}")
                binary = build.build(case.source, ways[name], options.build_dir) if not repetition else \
                    build.place(case.source, ways[name], options.build_dir)
                run = process.run(binary, [*arguments, "--clock", options.clock], cpu_settings(threads(options)))
                found[case.name][name].append(run["seconds"])
    medians = {case: {name: figures.median(times) for name, times in each.items()} for case, each in found.items()}
    return {case: (min(each, key=each.get), each) for case, each in medians.items()}


def geometric_means(cases, rows):
    """Group -> the geometric mean of its rows' ratios, those that are too noisy included."""
    groups = sorted({group for case, _ in cases for group in case.groups if group in ("coretsar", "polybench")})
    members = {"all": rows, **{group: [row for (case, _), row in zip(cases, rows) if group in case.groups]
                               for group in groups}}
    return {name: {"programs": len(chosen),
                   "ratio": figures.geometric_mean([row["ratio"] for row in chosen]),
                   "noise_ratio": figures.geometric_mean([row["noise_ratio"] for row in chosen]),
                   "too_noisy": sum(row["verdict"] == "too noisy" for row in chosen)}
            for name, chosen in members.items() if len(chosen) > 1}


def cpu(options):
    """each program, CPU only and default scheduler, beside the same source under gcc with libgomp's best schedule"""
    ours = build.way("hetcc", options.hetcc, options.flags)
    cases = present(select(options.programs, thorough=False), options.size, options.build_dir)
    searched = SEARCH_RUNS * len(cases) * len(options.schedules) * (len(options.schedules) > 1)
    with report.Progress(searched + 3 * options.repeat * options.layouts * len(cases)) as progress:
        best = search_schedules(options, cases, progress)
        baselines = {name: build.way(build.GCC_SCHEDULES[schedule], None, options.flags)
                     for name, (schedule, _) in best.items()}
        built = {case.name: [[build.build(case.source, way, options.build_dir, layout)
                              for way in (baselines[case.name], ours)] for layout in range(options.layouts)]
                 for case, _ in cases}
        samples = measure_layouts(options, cases, built, progress)
    rows = [{"name": case.name, **figures.compare(**samples[case.name], limit=PROGRAM_LIMIT),
             "schedule": best[case.name][0], "searched": best[case.name][1]} for case, _ in cases]
    used = {way.name: way for way in (*baselines.values(), ours)}
    return finish("cpu", options, list(used.values()), rows, "s", geometric_means(cases, rows))


def measure_layouts(options, cases, built, progress):
    """Case -> samples of baseline, subject and again; one of each for a repetition, the median of its layouts."""
    samples = {case.name: {"baseline": [], "subject": [], "again": []} for case, _ in cases}
    for _ in range(options.repeat):
        for case, arguments in cases:
            once = empty_samples(["seconds"])
            for plain, subject in built[case.name]:
                interleave({"baseline": plain, "subject": subject, "again": plain},
                           [*arguments, "--clock", options.clock], cpu_settings(threads(options)), ["seconds"], once,
                           lambda side: progress.advance(f"{case.name} {side}"))
            for side, found in once["seconds"].items():
                samples[case.name][side].append(figures.median(found))
    return samples


def overhead(options):
    """an empty region beside libgomp's empty parallel for, back to back and after serial work"""
    ways = both_ways(options)
    if options.programs:
        raise Mistake("overhead takes no programs")
    plain, ours = (build.build(OVERHEAD.source, way, options.build_dir) for way in ways)
    binaries = {"baseline": plain, "subject": ours, "again": plain}
    measures = ["back_to_back", "after_100us", "after_10ms"]
    samples = empty_samples(measures)
    with report.Progress(3 * options.repeat) as progress:
        for _ in range(options.repeat):
            interleave(binaries, ["--size", options.size], cpu_settings(threads(options)), measures, samples,
                       progress.advance)
    rows = [{"name": measure, **figures.compare(**samples[measure], limit=OVERHEAD_LIMIT)} for measure in measures]
    return finish("overhead", options, ways, rows, "us")


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


COMMANDS = {"cpu": cpu, "coexec": coexec, "gpu": gpu, "overhead": overhead, "predict": predict, "ordering": ordering, "build": build_all,
            "photo": get_photo}
