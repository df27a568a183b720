# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The subcommands of benchmarks/run. Each takes the parsed options and returns the exit status."""

import os

from . import build, figures, photo, process, report
from .predict import predict
from .programs import OVERHEAD, Mistake, select

# What the design asks for: a program at most 5% slower than plain OpenMP, an empty region at most 3x libgomp's.
PROGRAM_LIMIT = 1.05
OVERHEAD_LIMIT = 3.0


def threads(options):
    return options.threads or len(os.sched_getaffinity(0))


def cpu_settings(count):
    """The same cores for both sides, and no accelerator."""
    return {"OMP_NUM_THREADS": str(count), "HETRT_DEVICES": f"cpu:{count}"}


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


def finish(command, options, ways, rows, unit):
    """Prints the table and writes the files; 1 if a ratio that counts is beyond its limit."""
    def between(interval):
        return "..".join(f"{end:.3f}" for end in interval)

    print_rows = [[row["name"], f"{row['baseline']:.4g}", f"{row['subject']:.4g}", f"{row['ratio']:.3f}",
                   between(row["ratio_interval"]), f"{row['noise_ratio']:.3f}", between(row["noise_interval"]),
                   row["verdict"]] for row in rows]
    report.print_table([command, f"gcc {unit}", f"hetcc {unit}", "hetcc/gcc", "95%", "gcc/gcc", "95%", "verdict"],
                       print_rows)
    settings = {"size": options.size, "repeat": options.repeat, "layouts": options.layouts,
                "threads": threads(options), "clock": options.clock}
    if options.json:
        report.write_json(options.json, report.document(command, ways, settings, rows))
    if options.csv:
        report.write_csv(options.csv, rows)
    return int(any(row["verdict"].startswith("beyond") for row in rows))


def cpu(options):
    """each program, CPU only and default scheduler, beside the same source under gcc -O3 -fopenmp"""
    ways = both_ways(options)
    cases = present(select(options.programs, thorough=False), options.size, options.build_dir)
    sources = {case.program: case.source for case, _ in cases}
    built = {program: [[build.build(source, way, options.build_dir, layout) for way in ways]
                       for layout in range(options.layouts)] for program, source in sources.items()}
    samples = {case.name: empty_samples(["seconds"]) for case, _ in cases}
    settings = cpu_settings(threads(options))
    with report.Progress(3 * options.repeat * options.layouts * len(cases)) as progress:
        for _ in range(options.repeat):
            for case, arguments in cases:
                once = empty_samples(["seconds"])
                for plain, ours in built[case.program]:
                    interleave({"baseline": plain, "subject": ours, "again": plain},
                               [*arguments, "--clock", options.clock], settings, ["seconds"], once,
                               lambda side: progress.advance(f"{case.name} {side}"))
                for side, found in once["seconds"].items():  # a repetition's sample: the median of its layouts
                    samples[case.name]["seconds"][side].append(figures.median(found))
    rows = [{"name": case.name, **figures.compare(**samples[case.name]["seconds"], limit=PROGRAM_LIMIT)}
            for case, _ in cases]
    return finish("cpu", options, ways, rows, "s")


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


COMMANDS = {"cpu": cpu, "overhead": overhead, "predict": predict, "build": build_all, "photo": get_photo}
