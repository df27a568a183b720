# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares programs on nodes with hand-written MPI versions on the same ranks; rank 0 computes too, and each rank has
one thread.

On both sides, arrays stay on their ranks from pass to pass, and the clock runs from the third pass on: so the
comparison is about computing, exchanging halos and waiting, not about the distribution of input. cg's clock begins
after a step that is not measured, as its specification demands."""

import pathlib
import tempfile

from . import build, figures, jobs, process, ratios, report
from .programs import Mistake, select

LIMIT = 1.10
PROGRAMS = ("gemm", "nbody", "helmholtz", "stream", "cg")
SCHEDULERS = ("static", "adaptive")
UNTIMED = ("--untimed", "2")
# Options that make arrays stay on the nodes; those of helmholtz always stay.
STAY = {"gemm": ("--stay", "1"), "nbody": ("--stay", "1"), "helmholtz": (), "stream": ("--stay", "1"), "cg": ("--stay", "1")}
COUNTS = ("in", "out", "across", "orders")


def chosen(names):
    """The cases of the programs with an MPI version, one for each program."""
    for name in names:
        if name not in PROGRAMS:
            raise Mistake(f"no MPI version of '{name}'; there are: {', '.join(PROGRAMS)}")
    return select(names or PROGRAMS, thorough=False)


def arguments(case, options):
    common = process.arguments(case, options.size, options.build_dir)
    return [*common, "--clock", options.clock, *(UNTIMED if case.program != "cg" else ())]


def settings(scheduler, path):
    return jobs.environment() | {
        "OMP_NUM_THREADS": "1", "HETRT_DEVICES": "cpu:1,node", "HETRT_SCHEDULE": scheduler, "HETRT_WRITE": "back",
        "HETRT_HOST_THREAD": "collaborative", "HETRT_REPORT": f"json:{path}"}


def moved(path):
    """The messages, bytes and iterations of all nodes over all passes, from the runtime's report."""
    nodes = [device for region in process.read_report(path) for device in region["devices"] if device["kind"] == "node"]
    return {**{f"messages_{way}": sum(node["messages"][way] for node in nodes) for way in COUNTS},
            **{f"bytes_{way}": sum(node[f"bytes_{way}"] for node in nodes) for way in ("in", "out", "across")},
            "iterations": sum(sum(node["iterations"]) for node in nodes)}


def same(found, expected, name):
    """Raises ProgramFailed if the two versions' results differ in more than the last digits, which depend on the order
    of sums."""
    for key in expected.keys() & found.keys():
        if key.startswith(("seconds", "mpi_", "residual")):
            continue
        if abs(found[key] - expected[key]) > 1e-9 * abs(expected[key]):
            raise process.ProgramFailed(f"{name}: {key} is {found[key]}, the serial program has {expected[key]}")


class Pair:
    """Runs a program with one MPI and one scheduler: hetcc's version and the hand-written one in turn."""

    def __init__(self, case, family, scheduler, options, expected):
        self.case, self.family, self.scheduler, self.options, self.expected = case, family, scheduler, options, expected
        self.name = f"{case.name} {family} {scheduler}"
        self.samples = {side: [] for side in ("baseline", "subject", "again")}
        self.counts = {}
        self.binaries = {"hand": build.build(case.source, build.way(f"mpi-{family}", None, options.flags), options.build_dir),
                         "ours": build.build(case.source, build.way("hetcc", options.hetcc, options.flags), options.build_dir)}

    def run(self, side, path):
        launcher = jobs.launcher(self.family, self.options.ranks)
        words = arguments(self.case, self.options)
        if side == "subject":
            words += STAY[self.case.program]
        ran = process.run(self.binaries["ours" if side == "subject" else "hand"], words,
                          settings(self.scheduler, path) if side == "subject" else
                          jobs.environment() | {"OMP_NUM_THREADS": "1"}, launcher=launcher)
        same(ran, self.expected, self.name)
        self.samples[side].append(ran["seconds"])
        if side == "subject":
            self.counts = moved(path)
        else:
            self.hand = {key: value for key, value in ran.items() if key.startswith("mpi_")}

    def row(self):
        return {"name": self.name, **figures.compare(self.samples["subject"], self.samples["baseline"], self.samples["again"],
                                                     LIMIT), "counts": self.counts | self.hand}


def pairs(options, families):
    """Yields a Pair for each program, MPI and scheduler; the serial result is computed once for each program."""
    for case in chosen(options.programs):
        serial = build.build(case.source, build.way("serial", None, options.flags), options.build_dir)
        expected = process.run(serial, arguments(case, options), {})
        for family in families:
            for scheduler in options.scheduler or SCHEDULERS:
                yield Pair(case, family, scheduler, options, expected)


def nodes(options):
    """programs on the nodes of a job beside hand-written MPI versions on the same ranks (--ranks, --scheduler)"""
    families = jobs.families(compilers=True)
    every = list(pairs(options, families))
    with tempfile.TemporaryDirectory() as scratch, report.Progress(3 * options.repeat * len(every)) as progress:
        for repetition in range(options.repeat):
            for pair in every:
                order = ("baseline", "subject", "again")
                for side in order[::-1] if repetition % 2 else order:
                    progress.advance(f"{pair.name} {side}")
                    pair.run(side, pathlib.Path(scratch) / "report.json")
    rows = [pair.row() for pair in every]
    ratios.print_ratios("nodes", rows, "s", "mpi", "mpi", {})
    report.print_table(["nodes: messages and bytes", *(f"messages {way}" for way in COUNTS), "bytes in", "bytes out", "across"],
                       [[row["name"], *(row["counts"][f"messages_{way}"] for way in COUNTS),
                         *(row["counts"][f"bytes_{way}"] for way in ("in", "out", "across"))] for row in rows])
    ways = [build.way(name, options.hetcc, options.flags) for name in ("hetcc", *(f"mpi-{family}" for family in families))]
    ratios.save("nodes", options, ways, rows, {}, ranks=options.ranks, layouts=1, threads=1,
                ours={name: value for name, value in settings("", "").items() if name.startswith(("HETRT_D", "HETRT_W", "HETRT_H"))})
    return ratios.status(rows)
