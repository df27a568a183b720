# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs on hetcc and on the runtimes that a user could pick instead: in one run, each in its best setting."""

from . import build, figures, ratios, report
from .programs import select
from .runtimes import demand_beneath, installed, versions
from .sides import Setting, make_side, measure, present, search, search_steps

# What the design asks for: no program beyond 1.05 of libgomp's best; means are judged by the reader.
LIMIT = 1.05


def settings_of(options, runtimes, case):
    """Runtime -> the settings to choose from, for a case."""
    all_settings = {each.name: each.settings(options, case) for each in runtimes}
    return {name: settings for name, settings in all_settings.items() if settings}


def best_peer(samples):
    """The runtime that took least; the papers' small tasks are no choice that a user would make."""
    medians = {name: figures.median(times) for name, times in samples.items()
               if name not in ("hetcc", "again", "starpu-rows")}
    return min(medians, key=medians.get)


def rows_of(case, best, samples):
    """hetcc over each of the runtimes; the noise is libgomp's beside itself."""
    fastest = best_peer(samples)
    return [{"name": f"{case.name} {name}", "program": case.name, "peer": name, "setting": setting.name,
             "fastest": name == fastest,
             **figures.compare(samples["hetcc"], samples[name], samples["again"], LIMIT, first=samples["libgomp"]),
             "searched": searched} for name, (setting, searched) in best.items()]


def summarise(rows):
    """Geometric means over libgomp's best, over the best peer of each program, and over each peer."""
    groups = {"over libgomp": [row for row in rows if row["peer"] == "libgomp"],
              "over the fastest": [row for row in rows if row["fastest"]]}
    groups |= {f"over {name}": [row for row in rows if row["peer"] == name]
               for name in dict.fromkeys(row["peer"] for row in rows)}
    return {name: ratios.geometric_mean(chosen, name) for name, chosen in groups.items()}


def draw(folder, rows):
    peers = list(dict.fromkeys(row["peer"] for row in rows if row["peer"] != "starpu-rows"))
    by_name = {row["name"]: row for row in rows}
    groups = [(program, [ratios.bar(by_name[f"{program} {peer}"]) for peer in peers])
              for program in dict.fromkeys(row["program"] for row in rows)]
    ratios.draw(folder, "peers", "peers: hetcc over each in its best setting", peers, groups, LIMIT)


def peers(options):
    """each program on libgomp, libomp, clang, oneTBB and StarPU, each in its best setting, beside hetcc"""
    cases = present(select(options.programs, thorough=False), options.size, options.build_dir)
    runtimes = installed()
    settings = {case.name: settings_of(options, runtimes, case) for case, _ in cases}
    best, sides = {}, {}
    with report.Progress(sum(search_steps(each) + (len(each) + 2) * options.repeat * options.layouts
                             for each in settings.values())) as progress:
        for case, arguments in cases:
            best[case.name] = search(options, case, arguments, settings[case.name], progress)
            chosen = {name: setting for name, (setting, _) in best[case.name].items()}
            chosen["hetcc"] = Setting("auto", "hetcc")
            made = {name: make_side(case, arguments, setting, options, options.layouts)
                    for name, setting in chosen.items()}
            sides[case.name] = made | {"again": made["libgomp"]}
            for side in made.values():
                demand_beneath(side)
        samples = measure(options, cases, sides, ["seconds"], progress)
    rows = [row for case, _ in cases for row in rows_of(case, best[case.name], samples[case.name]["seconds"])]
    ratios.print_ratios("peers", rows, "s", "peer", "libgomp", {"its setting": "setting"})
    means = summarise(rows)
    ratios.print_means(means, "libgomp")
    names = dict.fromkeys([*(setting.way for of in best.values() for setting, _ in of.values()), "hetcc"])
    ratios.save("peers", options, [build.way(name, options.hetcc, options.flags) for name in names], rows, means,
                peers=versions(runtimes))
    if options.svg and rows:
        draw(options.svg, rows)
    return ratios.status(rows)
