# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs several builds of a program in turn, each with a separate environment; all tables of ratios are measured so."""

import dataclasses
import os

from . import build, figures, process
from .programs import Mistake

# Runs of each program in each setting, to find the best one; the figures come from new runs.
SEARCH_RUNS = 3


@dataclasses.dataclass(frozen=True)
class Setting:
    """A way to build a program, and the environment of its runs. `warm_up`: for runtimes that have to learn, variables
    of one further run, before those that count; if empty, there is no such run. `hetcc`: the compiler of this way, if it
    is not the one of the options."""

    name: str
    way: str
    environment: dict = dataclasses.field(default_factory=dict)
    warm_up: dict = dataclasses.field(default_factory=dict)
    hetcc: str | None = None


@dataclasses.dataclass(frozen=True)
class Side:
    """One of the builds that run in turn. `binaries`: the program in several code layouts, equally many for all
    sides."""

    binaries: tuple
    environment: dict


def threads(options):
    return options.threads or len(os.sched_getaffinity(0))


def cpu_settings(count):
    """The environment of all sides: the same number of threads, no accelerator, and hetcc's default scheduler."""
    return {"OMP_NUM_THREADS": str(count), "HETRT_DEVICES": f"cpu:{count}", "HETRT_SCHEDULE": "auto"}


def present(cases, size, directory):
    """The cases whose data is installed, with their arguments; prints a line for each other case, and raises Mistake if
    none is left."""
    found = []
    for case in cases:
        try:
            found.append((case, process.arguments(case, size, directory)))
        except Mistake as missing:
            print(f"left out: {missing}")
    if not found:
        raise Mistake("no program is left to measure")
    return found


def make_side(case, arguments, setting, options, layouts):
    way = build.way(setting.way, setting.hetcc or options.hetcc, options.flags)
    side = Side(tuple(build.build(case.source, way, options.build_dir, layout) for layout in range(layouts)),
                cpu_settings(threads(options)) | setting.environment)
    if setting.warm_up:
        for binary in side.binaries:
            process.run(binary, arguments, side.environment | setting.warm_up)
    return side


def take_turns(sides, arguments, measures, backwards, advance):
    """One repetition: measure -> side -> figure, the median over the layouts. The order of the sides alternates from
    layout to layout and from repetition to repetition, so that a drift of the machine's speed favours none."""
    found = {measure: {side: [] for side in sides} for measure in measures}
    for layout in range(len(next(iter(sides.values())).binaries)):
        for name in list(sides)[::-1 if (layout + backwards) % 2 else 1]:
            advance(name)
            ran = process.run(sides[name].binaries[layout], arguments, sides[name].environment)
            for measure in measures:
                found[measure][name].append(ran[measure])
    return {measure: {side: figures.median(each) for side, each in of.items()} for measure, of in found.items()}


def measure(options, cases, sides, measures, progress):
    """Case -> measure -> side -> list of one sample for each repetition. `cases`: (case, arguments); `sides`: name of
    the case -> its sides."""
    samples = {case.name: {measure: {side: [] for side in sides[case.name]} for measure in measures}
               for case, _ in cases}
    for repetition in range(options.repeat):
        for case, arguments in cases:
            found = take_turns(sides[case.name], [*arguments, "--clock", options.clock], measures, repetition % 2,
                               lambda side: progress.advance(f"{case.name} {side}"))
            for name in measures:
                for side, figure in found[name].items():
                    samples[case.name][name][side].append(figure)
    return samples


def search_steps(settings):
    """The number of runs of search()."""
    return SEARCH_RUNS * sum(len(of) for of in settings.values() if len(of) > 1)


def search(options, case, arguments, settings, progress):
    """Searches the fastest setting of each contender: contender -> (setting, name of each setting -> median
    seconds)."""
    tried = [(contender, each, make_side(case, arguments, each, options, 1)) for contender, of in settings.items()
             for each in of if len(of) > 1]
    found = {contender: {each.name: [] for each in of} for contender, of in settings.items()}
    for repetition in range(SEARCH_RUNS):
        for contender, each, side in tried[::-1 if repetition % 2 else 1]:
            progress.advance(f"{case.name} {contender} {each.name}")
            ran = process.run(side.binaries[0], [*arguments, "--clock", options.clock], side.environment)
            found[contender][each.name].append(ran["seconds"])
    medians = {contender: {name: figures.median(times) for name, times in of.items() if times}
               for contender, of in found.items()}
    return {contender: (min(of, key=lambda each: medians[contender].get(each.name, 0)), medians[contender])
            for contender, of in settings.items()}
