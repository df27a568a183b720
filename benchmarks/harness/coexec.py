# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Co-execution: compares the time of cores and accelerators together with the ideal, and with the time of the CPUs
alone.

The ideal is computed from runs on each part of the mix alone: if these take t1 and t2 for a region, both together take
at least t1 t2 / (t1 + t2). The ideal is computed for each region of a program separately, which is stricter than the
same formula for the whole program's times."""

import pathlib
import re
import tempfile

from . import build, figures, kernels, offload, plot, process, ratios, report
from .programs import Mistake, select

SCHEDULERS = ("auto", "adaptive")
# The design's goals: at least 0.92 of the ideal if an accelerator is about as fast as the CPUs or faster (such a
# program is called amenable); else at most 1.05 times the time of the CPUs alone.
AMENABLE_SPEED = 0.9
EFFICIENCY_LIMIT = 0.92
AVERSE_LIMIT = 1.05


def region_seconds(regions):
    """Location of a region -> the seconds of all its passes."""
    return {region["location"]: sum(process.pass_seconds(region)) for region in regions}


def ideal_part(alone):
    """The ideal time, divided by that of the first part of the mix. `alone`: the report's regions of each part's
    run."""
    times = [region_seconds(regions) for regions in alone]
    first = times[0]
    return sum(1 / sum(1 / max(each[place], 1e-9) for each in times) for place in first) / sum(first.values())


def kind_ran(kind, regions):
    return any(device["kind"] == kind and sum(device["iterations"])
               for region in regions for device in region["devices"])


class Bench:
    """Runs one program on any devices, under any scheduler."""

    def __init__(self, options, case, scratch):
        self.case, self.options, self.path = case, options, pathlib.Path(scratch) / "report.json"
        way = build.way("hetcc", options.hetcc, options.flags)
        self.binary = build.build(case.source, way, options.build_dir)
        self.arguments = process.arguments(case, options.size, options.build_dir)

    def run(self, devices, scheduler):
        """(seconds, the regions of the report)"""
        self.path.unlink(missing_ok=True)
        settings = {"HETRT_DEVICES": devices, "HETRT_SCHEDULE": scheduler, "HETRT_REPORT": f"json:{self.path}"}
        seconds = process.run(self.binary, self.arguments, settings)["seconds"]
        return seconds, process.read_report(self.path)

    def alone(self, part):
        seconds, regions = self.run(part, "auto")
        kind = part.split(":")[0]
        if not kind_ran(kind, regions):
            raise Mistake(f"{self.case.name} did not run on '{part}': is there such a device? (hetinfo lists them)")
        return seconds, regions


def repetition(bench, parts, schedulers, backwards):
    """Runs the program once in each way: name of the run -> (seconds, regions). 'again' is a second run on the CPUs."""
    runs = [(part, lambda part=part: bench.alone(part)) for part in parts]
    runs += [(name, lambda name=name: bench.run(",".join(parts), name)) for name in schedulers]
    runs += [("again", lambda: bench.alone(parts[0]))]
    return {name: run() for name, run in (runs[::-1] if backwards else runs)}


def cores_of(regions):
    return sum(device["kind"] == "cpu" for device in regions[0]["devices"])


def judge_row(case, scheduler, samples, parts):
    """The row of one program under one scheduler."""
    cpus = [sample[parts[0]][0] for sample in samples]
    measured = [sample[scheduler][0] for sample in samples]
    ideals = [sample[parts[0]][0] * ideal_part([sample[part][1] for part in parts]) for sample in samples]
    others = [figures.median([sample[part][0] for sample in samples]) for part in parts[1:]]
    amenable = AMENABLE_SPEED * min(others) <= cores_of(samples[0][parts[0]][1]) * figures.median(cpus)
    again = [sample["again"][0] for sample in samples]
    found = figures.compare(measured, ideals if amenable else cpus, again,
                            1 / EFFICIENCY_LIMIT if amenable else AVERSE_LIMIT, first=cpus)
    efficiencies, speedups = figures.paired_ratios(ideals, measured), figures.paired_ratios(cpus, measured)
    return {"name": f"{case.name} {scheduler}", "program": case.name, "scheduler": scheduler, "amenable": amenable,
            "cpu": figures.median(cpus), "others": figures.median(others), "ideal": figures.median(ideals),
            "measured": figures.median(measured), "efficiency": figures.median(efficiencies),
            "efficiency_interval": figures.interval(efficiencies),
            "speedup": figures.median(speedups), "speedup_interval": figures.interval(speedups),
            **{name: found[name] for name in ("ratio", "ratio_interval", "limit", "noise_ratio", "noise_interval",
                                              "verdict")},
            "samples": {"cpu": cpus, "again": again, "ideal": ideals, "measured": measured}}


def heaviest(regions):
    seconds = region_seconds(regions)
    return next(region for region in regions if region["location"] == max(seconds, key=seconds.get))


def draw(command, folder, schedulers, rows, last):
    """Draws bars of the efficiency and speed-up for each program, and each device's iterations in the passes of the
    longest region."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    programs = list(dict.fromkeys(row["program"] for row in rows))
    by_name = {row["name"]: row for row in rows}
    plots = (("efficiency", "ideal over measured time", EFFICIENCY_LIMIT),
             ("speedup", "speed-up over the CPUs alone", 1))
    for figure, words, reference in plots:
        groups = [(name, [(row[figure], *row[f"{figure}_interval"])
                          for row in (by_name[f"{name} {each}"] for each in schedulers)]) for name in programs]
        plot.bars(folder / f"{command}-{figure}.svg", f"{command}: {words}, median and 95% interval", schedulers,
                  groups, reference)
    for scheduler in schedulers:
        panels = []
        for name in programs:
            region = heaviest(last[name][scheduler][1])
            columns = [device["iterations"][:60] for device in region["devices"]]
            panels.append((name, list(zip(*columns))))
        devices = [device["name"] for device in region["devices"]]
        plot.shares(folder / f"{command}-shares-{scheduler}.svg",
                    f"{command}: share of the iterations per device, the first passes, under {scheduler}", devices,
                    panels)


def measure(command, options, mix, more=None):
    """Measures and prints the table of efficiencies on a mix of devices; `more` is added to the JSON file's summary."""
    parts, schedulers = mix.split(","), options.scheduler or list(SCHEDULERS)
    if len(parts) < 2 or not re.match(r"cpu(:\d+)?$", parts[0]):
        raise Mistake(f"--mix begins with CPUs and has another kind of device, unlike '{mix}'")
    cases = [case for case in select(options.programs, thorough=False) if not case.photo]
    samples = {case.name: [] for case in cases}
    with tempfile.TemporaryDirectory() as scratch, report.Progress(options.repeat * len(cases)) as progress:
        benches = [Bench(options, case, scratch) for case in cases]
        for number in range(options.repeat):
            for bench in benches:
                progress.advance(bench.case.name)
                samples[bench.case.name].append(repetition(bench, parts, schedulers, number % 2 == 1))
    rows = [judge_row(case, scheduler, samples[case.name], parts) for case in cases for scheduler in schedulers]
    print_rows(command, parts, rows)
    summary = summarise(schedulers, rows) | (more or {})
    settings = {"size": options.size, "repeat": options.repeat, "mix": mix}
    if options.json:
        way = build.way("hetcc", options.hetcc, options.flags)
        report.write_json(options.json, report.document(command, [way], settings, rows, summary))
    if options.csv:
        report.write_csv(options.csv, rows)
    if options.svg:
        draw(command, options.svg, schedulers, rows, {name: each[-1] for name, each in samples.items()})
    return int(any(row["verdict"].startswith("beyond") for row in rows))


def print_rows(command, parts, rows):
    report.print_table(
        [command, f"{parts[0]} s", f"{','.join(parts[1:])} s", "ideal s", "measured s", "efficiency", "95%",
         f"speed-up over {parts[0]}", f"{parts[0]} again", "95%", "judged", "95%", "verdict"],
        [[row["name"], f"{row['cpu']:.4g}", f"{row['others']:.4g}", f"{row['ideal']:.4g}", f"{row['measured']:.4g}",
          f"{row['efficiency']:.3f}", report.between(row["efficiency_interval"]), f"{row['speedup']:.3f}",
          f"{row['noise_ratio']:.3f}", report.between(row["noise_interval"]),
          f"{row['ratio']:.3f} of {'ideal' if row['amenable'] else parts[0]}", report.between(row["ratio_interval"]),
          row["verdict"]] for row in rows])


def summarise(schedulers, rows):
    """Prints and returns the mean efficiency of each scheduler on the amenable programs."""
    summary = {}
    for scheduler in schedulers:
        chosen = [row["efficiency"] for row in rows if row["scheduler"] == scheduler and row["amenable"]]
        if chosen:
            summary[scheduler] = {"amenable": len(chosen), "mean_efficiency": sum(chosen) / len(chosen)}
            print(f"{scheduler}: mean efficiency {summary[scheduler]['mean_efficiency']:.3f} over {len(chosen)} "
                  "programs on which the accelerator is about as fast as a core")
    return summary


def coexec(options):
    """cores and accelerators together, beside the ideal from each alone (default: cpu:1,emulated:1)"""
    return measure("coexec", options, options.mix or "cpu:1,emulated:1")


def gpu(options):
    """`kernels` and `offload`, and then coexec on the GPU and all cores of this machine"""
    rows, summary = kernels.compare(options)
    beside, found = offload.measure(options)
    beyond = measure("gpu", options, options.mix or "cpu,cuda",
                     {"kernels": summary | {"rows": rows}, "offload": found | {"rows": beside}})
    return int(beyond or summary["verdict"] != "within" or ratios.status(beside))
