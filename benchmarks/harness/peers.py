# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs on hetcc and on the runtimes that a user could pick instead: in one run, each in its best setting.

A peer is compared with hetcc on the same host compiler: so no difference between gcc and clang is mistaken for one of
runtimes. The fastest of all peers is compared with whichever host compiler suits hetcc better. The search says which
these are, in runs of its own: the least of several medians is too low by luck, and would not be so again."""

from . import build, figures, ratios, report
from .programs import select
from .runtimes import demand_beneath, installed, versions
from .sides import Setting, make_side, measure, present, search, search_steps

# What the design asks for: no program beyond 1.05 of libgomp's best; means are judged by the reader.
LIMIT = 1.05

# What the search calls hetcc, whose settings are its host compilers.
OURS = "hetcc"
HOSTS = [Setting("auto", "hetcc"), Setting("auto on clang", "hetcc-clang")]


def settings_of(options, runtimes, case):
    """Runtime -> the settings to choose from, for a case."""
    all_settings = {each.name: each.settings(options, case) for each in runtimes}
    return {name: settings for name, settings in all_settings.items() if settings}


def found_fastest(best):
    """The runtime that took least in the search; the papers' small tasks are no choice that a user would make."""
    least = {name: min(searched.values()) for name, (_, searched) in best.items() if name not in (OURS, "starpu-rows")}
    return min(least, key=least.get)


def rows_of(case, best, samples):
    """hetcc over each of the runtimes, and over the fastest of them; the noise is libgomp's beside itself."""
    peers = {name: found for name, found in best.items() if name != OURS}
    compared = [(name, name, "hetcc-clang" if name == "clang" else "hetcc") for name in peers]
    compared.append(("the fastest", found_fastest(best), best[OURS][0].way))
    return [{"name": f"{case.name} {label}", "program": case.name, "peer": label,
             "setting": peers[name][0].name if label == name else f"{name} beside {subject}",
             **figures.compare(samples[subject], samples[name], samples["again"], LIMIT, first=samples["libgomp"]),
             "searched": peers[name][1]} for label, name, subject in compared]


def summarise(rows):
    """Geometric means over each peer, and over the fastest one of each program."""
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
