# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the order of the schedulers by real time with their order by hetsim's virtual time.

Each repetition runs a program under every scheduler on one core and one emulated accelerator; hetsim, fitted to the
runs under two of the schedulers, predicts the time of each. Ratios are those of times in one repetition. Two schedulers
are compared if their real ratios differ by more than the noise, and hetsim's by more than LEAST_DIFFERENCE; then the
faster one in reality must be the faster one in hetsim."""

import itertools
import json
import pathlib
import statistics
import subprocess
import tempfile

from . import build, process, report
from .figures import interval
from .predict import MEASURED, SCHEDULERS as FITTED, SETTINGS, find_hetsim, measure
from .programs import Mistake, select

SCHEDULERS = ("adaptive", "static", "split", "auto", "chunk", "chunk_dynamic", "throughput", "cpu", "gpu")
LEAST_DIFFERENCE = 0.05


def all_seconds(path):
    """Location of a region -> (number of passes, their seconds together)."""
    return {region["location"]: (region["passes"], sum(process.pass_seconds(region)))
            for region in process.read_report(path)}


def foretell(hetsim, paths, location, scheduler, passes):
    command = [hetsim, "--from-report", *paths, "--region", location, "--devices", MEASURED, "--scheduler", scheduler,
               "--backoff", "0", "--passes", str(passes), "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Mistake(f"{' '.join(command)}: {done.stderr.strip()}")
    return json.loads(done.stdout)["seconds"]


def told_apart(rows):
    """(the number of pairs of schedulers that differ both in reality and in hetsim, the pairs with opposite orders)"""
    count, opposite = 0, []
    for a, b in itertools.combinations(rows, 2):
        (a_low, a_high), (b_low, b_high) = a["interval"], b["interval"]
        real = (a_low > b_high) - (b_low > a_high)
        difference = a["foretold"] / b["foretold"] - 1
        foretold = (difference > LEAST_DIFFERENCE) - (difference < -LEAST_DIFFERENCE)
        count += real * foretold != 0
        if real * foretold < 0:
            opposite.append(f"{a['scheduler']}/{b['scheduler']}")
    return count, opposite


def judge(hetsim, case, reports):
    """The rows of one program: the seconds under each scheduler, over those under the first one, real and by hetsim."""
    known = [path for name in FITTED for path in reports[case, name]]
    regions = all_seconds(reports[case, SCHEDULERS[0]][0])
    real = {name: [sum(seconds for _, seconds in all_seconds(path).values()) for path in reports[case, name]]
            for name in SCHEDULERS}
    foretold = {name: sum(foretell(hetsim, known, location, name, passes) for location, (passes, _) in regions.items())
                for name in SCHEDULERS}
    rows = []
    for name in SCHEDULERS:
        ratios = [own / first for own, first in zip(real[name], real[SCHEDULERS[0]])]
        rows.append({"name": f"{case} {name}", "program": case, "scheduler": name, "seconds": statistics.median(real[name]),
                     "ratio": statistics.median(ratios), "interval": interval(ratios),
                     "foretold": foretold[name] / foretold[SCHEDULERS[0]], "samples": ratios})
    return rows


def ordering(options):
    """schedulers in real time beside hetsim: which is faster than which"""
    hetsim = find_hetsim(options.hetcc)
    way = build.way("hetcc", options.hetcc, options.flags)
    cases = [case for case in select(options.programs, thorough=False) if not case.photo]
    binaries = {case.name: build.build(case.source, way, options.build_dir) for case in cases}
    reports = {(case.name, name): [] for case in cases for name in SCHEDULERS}
    with tempfile.TemporaryDirectory() as scratch, report.Progress(options.repeat * len(cases)) as progress:
        for repetition in range(options.repeat):
            for case in cases:
                progress.advance(case.name)
                arguments = process.arguments(case, options.size, options.build_dir)
                for name in SCHEDULERS[::-1 if repetition % 2 else 1]:
                    path = str(pathlib.Path(scratch) / f"{repetition}-{case.name}-{name}.json")
                    reports[case.name, name].append(measure(binaries[case.name], arguments, MEASURED, name, path))
        rows = [row for case in cases for row in judge(hetsim, case.name, reports)]
    report.print_table(["ordering", "real s", "over adaptive", "95%", "foretold"],
                       [[row["name"], f"{row['seconds']:.4g}", f"{row['ratio']:.3f}",
                         "{:.3f} to {:.3f}".format(*row["interval"]), f"{row['foretold']:.3f}"] for row in rows])
    wrong = {}
    for case in cases:
        count, wrong[case.name] = told_apart([row for row in rows if row["program"] == case.name])
        verdict = f"same order in all {count} pairs that are told apart" if count else "no two are told apart"
        print(f"{case.name}: " + (f"other order: {', '.join(wrong[case.name])}" if wrong[case.name] else verdict))
    settings = {"size": options.size, "repeat": options.repeat, "measured": MEASURED, "other_order": wrong, **SETTINGS}
    if options.json:
        report.write_json(options.json, report.document("ordering", [way], settings, rows))
    if options.csv:
        report.write_csv(options.csv, rows)
    return int(any(wrong.values()))
