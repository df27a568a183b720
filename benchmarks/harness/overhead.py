# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the overhead of a region: compared with the same loop on other runtimes; and by parts, if an accelerator
takes part.

A hot team is one whose threads spin instead of sleeping. hetcc uses the team of the OpenMP runtime, so
OMP_WAIT_POLICY=active makes it hot; HETRT_WAIT=spin does the same for threads that wait in hetcc's runtime."""

import pathlib
import tempfile

from . import build, figures, process, ratios, report
from .programs import OVERHEAD, Mistake
from .runtimes import RUNTIMES, beneath, build_beneath, demand_beneath, find_libomp, installed, versions
from .sides import Setting, make_side, measure

# Name of a figure that the program prints -> its name in plots.
MEASURES = {"back_to_back": "0", "after_100us": "100us", "after_10ms": "10ms", "short_back_to_back": "0, any team",
            "short_after_10ms": "10ms, any team"}
HOT = {"OMP_WAIT_POLICY": "active"}
HOT_OURS = {**HOT, "HETRT_WAIT": "spin"}
# The design's goals: at most 1.2 times the time of libgomp's empty loop while libgomp's threads are awake, and no more
# time than libgomp after they fell asleep; a hot team no slower than each other runtime by default. `short_...`: loops
# for which the runtime may choose the number of threads, no slower than others.
LIMITS = {"back_to_back": 1.2, "after_100us": 1.2, "after_10ms": 1.05, "short_back_to_back": 1.05,
          "short_after_10ms": 1.05}
HOT_LIMIT = 1.05
PARTS = ("decide", "move", "launch", "wait", "commit")
PARTS_MIX = {"HETRT_DEVICES": "cpu:1,emulated:1", "HETRT_SCHEDULE": "static", "OMP_NUM_THREADS": "1"}


def contenders(options, names):
    """Side -> setting, for hetcc and the installed runtimes."""
    found = {"libgomp": Setting("static", "gcc"), "libgomp hot": Setting("static", "gcc", HOT),
             "hetcc": Setting("auto", "hetcc"), "hetcc hot": Setting("auto", "hetcc", HOT_OURS)}
    if "libomp" in names:
        on_libomp = {"LD_PRELOAD": find_libomp()}
        found |= {"libomp": beneath(on_libomp["LD_PRELOAD"], {"static": {"OMP_SCHEDULE": "static"}})[0],
                  "hetcc on libomp": Setting("auto", "hetcc", on_libomp)}
    if "clang" in names:
        found |= {"clang": Setting("static", "clang")}
    if "tbb" in names:
        library = build_beneath("tbb", "tbb", options.build_dir)
        found |= {f"tbb {name}": beneath(library, {name: {"PEER_PARTITION": name}})[0] for name in ("auto", "static")}
    return found


def pairs(settings):
    """The comparisons, as (baseline, side of hetcc, limits): libgomp and clang with hetcc on the same OpenMP runtime,
    and all runtimes with hetcc's hot team."""
    found = [("libgomp", "hetcc", LIMITS)]
    found += [("clang", "hetcc on libomp", LIMITS)] if "clang" in settings else []
    others = [name for name in settings if not name.startswith("hetcc")]
    return found + [(name, "hetcc hot", dict.fromkeys(MEASURES, HOT_LIMIT)) for name in others]


def rows_of(settings, samples):
    return [{"name": f"{name} {baseline}", "measure": name, "peer": baseline, "side": ours,
             **figures.compare(of[ours], of[baseline], of["again"], limits[name], first=of["libgomp"])}
            for name, of in samples.items() for baseline, ours, limits in pairs(settings)]


def part_times(options):
    """Part of a pass -> its microseconds on a core and an emulated accelerator: medians of several runs."""
    binary = build.build(OVERHEAD.source, build.way("hetcc", options.hetcc, options.flags), options.build_dir)
    found = {part: [] for part in (*PARTS, "region")}
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(options.repeat):
            path = pathlib.Path(scratch) / f"{number}.json"
            ran = process.run(binary, ["--size", options.size, "--array", "1"],
                              PARTS_MIX | {"HETRT_REPORT": f"json:{path}"})
            for part, seconds in parts_of(process.read_report(path)).items():
                found[part].append(1e6 * seconds)
            found["region"].append(ran["back_to_back"])
    return {part: figures.median(each) for part, each in found.items()}


def parts_of(regions):
    """Part of a pass -> its seconds, as a mean over the passes of the report's only region."""
    if len(regions) != 1:
        raise Mistake(f"the report has {len(regions)} regions, not one")
    region = regions[0]
    accelerator = next(device for device in region["devices"] if device["kind"] == "emulated")
    seconds = dict(accelerator["parts"])
    seconds["decide"] += region["planning"]
    return {part: seconds[part] / region["passes"] for part in PARTS}


def print_parts(parts):
    rest = parts["region"] - sum(parts[part] for part in PARTS)
    report.print_table(["a core and an emulated accelerator", "us"],
                       [[part, f"{parts[part]:.3g}"] for part in PARTS] +
                       [["waking the team and the accelerator's thread, other", f"{rest:.3g}"],
                        ["region", f"{parts['region']:.3g}"]])


def draw(folder, rows):
    groups = [(f"{MEASURES[row['measure']]} {row['peer']}{', ours hot' * (row['side'] == 'hetcc hot')}",
               [ratios.bar(row), ratios.bar(row, "noise_ratio")]) for row in rows]
    ratios.draw(folder, "overhead", "overhead: our region over empty loops", ["ours/peer", "libgomp/libgomp"], groups, 1)


def overhead(options):
    """an empty region beside empty loops of libgomp, libomp and oneTBB, and the parts of one with an accelerator"""
    if options.programs:
        raise Mistake("overhead takes no programs")
    if options.steady:
        raise Mistake("overhead is about waking threads, and --steady keeps processors awake")
    runtimes = installed([each for each in RUNTIMES if not each.name.startswith("starpu")])
    settings = contenders(options, [each.name for each in runtimes])
    case = [(OVERHEAD, ["--size", options.size])]
    sides = {name: make_side(OVERHEAD, [], setting, options, 1) for name, setting in settings.items()}
    for side in sides.values():
        demand_beneath(side)
    sides["again"] = sides["libgomp"]
    with report.Progress(options.repeat * len(sides)) as progress:
        samples = measure(options, case, {OVERHEAD.name: sides}, MEASURES, progress)[OVERHEAD.name]
    rows, parts = rows_of(settings, samples), part_times(options)
    ratios.print_ratios("overhead", rows, "us", "peer", "libgomp", {"ours": "side"})
    print_parts(parts)
    ways = [build.way(name, options.hetcc, options.flags)
            for name in dict.fromkeys(setting.way for setting in settings.values())]
    ratios.save("overhead", options, ways, rows, {"parts": parts}, peers=versions(runtimes))
    if options.svg:
        draw(options.svg, rows)
    return ratios.status(rows)
