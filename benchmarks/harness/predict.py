# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares hetsim with reality: hetsim predicts a program's time on other mixes of devices from reports of one mix, and
the program runs on these mixes."""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile

from . import build, process, report
from .programs import ROOT, Mistake, select

# The mix whose reports hetsim gets, and the mixes that it predicts. None has more than two devices, for machines with
# two cores: an emulated accelerator occupies a core.
MEASURED = "cpu:1,emulated:1"
FORETOLD = ("cpu:2", "cpu:1", "emulated:1")
SETTINGS = {"HETRT_EMULATED": "speed=0.5", "HETRT_BACKOFF_PASSES": "0", "OMP_NUM_THREADS": "2"}
# From two runs with different shares, hetsim computes a device's time for an iteration and its fixed time for a pass.
SCHEDULERS = ("adaptive", "static")
LIMIT = 0.10
# Regions with less than this part of a program's time are left out.
LEAST_PART = 0.01


def find_hetsim(hetcc):
    """The path of hetsim: in the compiler's folder, else in the release build, else installed."""
    places = [pathlib.Path(hetcc).parent / "hetsim" if hetcc else None, ROOT / "build" / "release" / "bin" / "hetsim"]
    for place in places:
        if place and os.access(place, os.X_OK):
            return str(place)
    found = shutil.which("hetsim")
    if not found:
        raise Mistake("no hetsim: neither in build/release/bin nor on the PATH")
    return found


def by_region(path):
    """Location of a region -> (number of passes, median seconds of a pass)."""
    return {region["location"]: (region["passes"], statistics.median(process.pass_seconds(region)))
            for region in process.read_report(path)}


def foretell(hetsim, paths, location, mix):
    """hetsim's prediction of the median seconds of a pass."""
    command = [hetsim, "--from-report", *paths, "--region", location, "--devices", mix, "--scheduler", "adaptive",
               "--backoff", "0", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Mistake(f"{' '.join(command)}: {done.stderr.strip()}")
    return statistics.median(each["seconds"] for each in json.loads(done.stdout)["passes"])


RUNS = [(MEASURED, name) for name in SCHEDULERS] + [(mix, SCHEDULERS[0]) for mix in FORETOLD]


def measure(binary, arguments, mix, scheduler, path):
    process.run(binary, arguments, {**SETTINGS, "HETRT_DEVICES": mix, "HETRT_SCHEDULE": scheduler,
                                    "HETRT_REPORT": f"json:{path}"})
    return path


def judge(hetsim, case, reports, mix):
    """The row of one program on one mix: hetsim's prediction from all reports of the measured mix, and the real
    time."""
    known = [path for name in SCHEDULERS for path in reports[case, MEASURED, name]]
    real = [by_region(path) for path in reports[case, mix, SCHEDULERS[0]]]
    whole = sum(passes * seconds for passes, seconds in real[0].values())
    counted = [location for location, (passes, seconds) in real[0].items() if passes * seconds >= LEAST_PART * whole]
    samples = [sum(run[location][0] * run[location][1] for location in counted) for run in real]
    foretold = sum(real[0][location][0] * foretell(hetsim, known, location, mix) for location in counted)
    middle = statistics.median(samples)
    quartiles = statistics.quantiles(samples, n=4) if len(samples) > 1 else [middle] * 3
    ratio = foretold / middle
    return {"name": f"{case} {mix}", "real": middle, "spread": (quartiles[2] - quartiles[0]) / middle,
            "foretold": foretold, "ratio": ratio, "verdict": "ok" if abs(ratio - 1) <= LIMIT else "beyond",
            "samples": samples}


def predict(options):
    """hetsim, fitted from a run on cpu:1,emulated:1, beside runs on other mixes"""
    hetsim = find_hetsim(options.hetcc)
    way = build.way("hetcc", options.hetcc, options.flags)
    cases = [case for case in select(options.programs, thorough=False) if not case.photo]
    binaries = {case.name: build.build(case.source, way, options.build_dir) for case in cases}
    reports = {(case.name, *run): [] for case in cases for run in RUNS}
    with tempfile.TemporaryDirectory() as scratch, report.Progress(options.repeat * len(cases)) as progress:
        for repetition in range(options.repeat):
            for case in cases:
                progress.advance(case.name)
                arguments = process.arguments(case, options.size, options.build_dir)
                # In reverse order in every other repetition, so that a drift of the machine's speed favours no side.
                for run in RUNS[::-1 if repetition % 2 else 1]:
                    path = str(pathlib.Path(scratch) / f"{repetition}-{case.name}-{'-'.join(run)}.json")
                    reports[case.name, *run].append(measure(binaries[case.name], arguments, *run, path))
        rows = [judge(hetsim, case.name, reports, mix) for case in cases for mix in FORETOLD]
    report.print_table(["predict", "real s", "spread", "foretold s", "foretold/real", f"within {LIMIT:.0%}"],
                       [[row["name"], f"{row['real']:.4g}", f"{row['spread']:.3f}", f"{row['foretold']:.4g}",
                         f"{row['ratio']:.3f}", row["verdict"]] for row in rows])
    settings = {"size": options.size, "repeat": options.repeat, "measured": MEASURED, **SETTINGS}
    if options.json:
        report.write_json(options.json, report.document("predict", [way], settings, rows))
    if options.csv:
        report.write_csv(options.csv, rows)
    return int(any(row["verdict"] != "ok" for row in rows))
