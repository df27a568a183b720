# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the programs on hetcc with the same programs on other runtimes, the peers, each in its best setting.

A peer is compared with hetcc on the same host compiler, so that differences between gcc and clang do not count as those
of runtimes. The fastest peer is compared with hetcc on its better host compiler. The best settings are searched in
separate runs: the least of several medians is too low by chance, so the figures come from new runs."""

from . import build, figures, ratios, report
from .programs import select
from .runtimes import demand_beneath, installed, versions
from .sides import Setting, make_side, measure, present, search, search_steps

# The design's goal: each program takes at most 1.05 times as long as with libgomp's best setting. There is no goal for
# means.
LIMIT = 1.05

# hetcc's name in the search; its settings are its host compilers.
OURS = "hetcc"
HOSTS = [Setting("auto", "hetcc"), Setting("auto on clang", "hetcc-clang")]


def settings_of(options, runtimes, case):
    """Runtime -> the settings to choose from for a case; without runtimes that cannot run the case."""
    all_settings = {each.name: each.settings(options, case) for each in runtimes}
    return {name: settings for name, settings in all_settings.items() if settings}


def found_fastest(best, samples):
    """The fastest runtime, by the search, or by the samples if it has only one setting. starpu-rows, the papers' small
    tasks, does not count, since no user would choose it."""
    least = {name: min(searched.values()) if searched else figures.median(samples[name])
             for name, (_, searched) in best.items() if name not in (OURS, "starpu-rows")}
    return min(least, key=least.get)


def rows_of(case, best, samples):
    """The rows of a case: hetcc's time over that of each runtime, and over the fastest; the noise is that of two runs
    by libgomp."""
    peers = {name: found for name, found in best.items() if name != OURS}
    compared = [(name, name, "hetcc-clang" if name == "clang" else "hetcc") for name in peers]
    compared.append(("the fastest", found_fastest(best, samples), best[OURS][0].way))
    return [{"name": f"{case.name} {label}", "program": case.name, "peer": label,
             "setting": peers[name][0].name if label == name else f"{name} beside {subject}",
             **figures.compare(samples[subject], samples[name], samples["again"], LIMIT, first=samples["libgomp"]),
             "searched": peers[name][1]} for label, name, subject in compared]


def summarise(rows):
    """Geometric means of the ratios to each peer, and to the fastest peer of each program."""
    names = dict.fromkeys(row["peer"] for row in rows)
    groups = {f"over {name}": [row for row in rows if row["peer"] == name] for name in names}
    return {name: ratios.geometric_mean(chosen, name) for name, chosen in groups.items()}


def draw(folder, rows):
    peers = list(dict.fromkeys(row["peer"] for row in rows if row["peer"] not in ("starpu-rows", "the fastest")))
    by_name = {row["name"]: row for row in rows}
    groups = [(program, [ratios.bar(by_name[f"{program} {peer}"]) for peer in peers])
              for program in dict.fromkeys(row["program"] for row in rows)]
    ratios.draw(folder, "peers", "peers: hetcc over each in its best setting", peers, groups, LIMIT)


def peers(options):
    """each program on libgomp, libomp, clang, oneTBB and StarPU, each in its best setting, beside hetcc"""
    cases = present(select(options.programs, thorough=False), options.size, options.build_dir)
    runtimes = installed()
    hosts = HOSTS[:1 + bool(build.find_clang())]
    settings = {case.name: settings_of(options, runtimes, case) | {OURS: hosts} for case, _ in cases}
    best, sides = {}, {}
    with report.Progress(sum(search_steps(each) + (len(each) + len(hosts)) * options.repeat * options.layouts
                             for each in settings.values())) as progress:
        for case, arguments in cases:
            best[case.name] = search(options, case, arguments, settings[case.name], progress)
            chosen = {name: setting for name, (setting, _) in best[case.name].items() if name != OURS}
            chosen |= {each.way: each for each in hosts}
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
    names = dict.fromkeys([*(setting.way for of in best.values() for setting, _ in of.values()),
                           *(each.way for each in hosts)])
    ratios.save("peers", options, [build.way(name, options.hetcc, options.flags) for name in names], rows, means,
                peers=versions(runtimes))
    if options.svg and rows:
        draw(options.svg, rows)
    return ratios.status(rows)
