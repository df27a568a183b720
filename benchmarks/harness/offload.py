# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the programs on one GPU with what gcc and clang, the peers, make of the same loops with `omp target`
(target.py).

The time that the program itself measures counts, copies included. For each peer the best form of the directive is
searched, and one run goes before those that count. Persistent arrays stay on the device on both sides. A peer is left
out, with the reason, if it cannot build the program, or if its program finds no device or a wrong result."""

import dataclasses
import pathlib
import tempfile
from typing import Callable

from . import build, figures, kernels, process, ratios, report
from .programs import Mistake, select
from .runtimes import said_by
from .sides import SEARCH_RUNS

# The design's goal: faster than the same loop under `omp target`.
LIMIT = 1

# Written persistent arrays stay on the GPU after a pass, as they do with the peers' `target enter data`.
OURS = kernels.ON_GPU | {"HETRT_WRITE": "back"}
THEIRS = {"OMP_TARGET_OFFLOAD": "MANDATORY"}


def gcc_version():
    """gcc's version, or None if its compiler for NVIDIA's GPUs is not installed."""
    version = said_by("gcc", "-dumpfullversion")
    compiler = said_by("gcc", "-print-prog-name=accel/nvptx-none/mkoffload") or ""
    return f"gcc {version}" if pathlib.Path(compiler).is_absolute() else None


def clang_version():
    """clang's version, or None if its linker for device code or its runtime is not installed."""
    clang = build.find_clang() or "clang"
    version = said_by(clang, "--version")
    linker = said_by(clang, "-print-prog-name=clang-linker-wrapper") or ""
    library = said_by(clang, "-print-file-name=libomptarget.so") or ""
    found = all(pathlib.Path(each).is_absolute() for each in (linker, library))
    return version.splitlines()[0] if version and found else None


@dataclasses.dataclass(frozen=True)
class Peer:
    """A compiler with `omp target`. `ways`: form of the directive -> way to build it; the best form is chosen by
    search. `package`, `version`: as in runtimes.Runtime."""

    name: str
    about: str
    package: str
    version: Callable
    ways: dict


PEERS = (
    Peer("gcc", "gcc's omp target: `for` or `for simd`, by search", "gcc-12-offload-nvptx", gcc_version,
         {"for": "target-gcc", "for simd": "target-gcc-simd"}),
    Peer("clang", "clang's omp target: `for`, which gives each lane an iteration", "clang-19 clang-tools-19 libomp-19-dev",
         clang_version, {"for": "target-clang"}),
)


class Programs:
    """The built programs. `ours(name)` and `theirs(name, way)` return a program's path; the latter raises Mistake if
    there is none. `run`: a function like process.run."""

    def __init__(self, ours, theirs, scratch, run=process.run):
        self.ours, self.theirs, self.run = ours, theirs, run
        self.report = pathlib.Path(scratch) / "offload.json"

    def demand_ours(self, name, arguments):
        """Makes a run of our program that does not count; raises Mistake if it does not use the GPU."""
        self.report.unlink(missing_ok=True)
        self.run(self.ours(name), arguments, OURS | {"HETRT_REPORT": f"json:{self.report}"})
        kernels.ours(process.read_report(self.report))

    def try_theirs(self, name, way, arguments):
        """Makes a run of a peer's program that does not count: (the binary, None), or (None, why it is left out)."""
        try:
            binary = self.theirs(name, way)
            if not self.run(binary, arguments, THEIRS)["on_device"]:
                return None, "its loops do not run on the device"
            return binary, None
        except build.CannotBuild as refused:
            return None, f"does not build: {refused.reason}"
        except (Mistake, process.ProgramFailed) as problem:
            return None, str(problem)


def choose(programs, name, arguments, peer):
    """((the best form, its binary) or None if no form works, form -> median seconds, form -> why it is left out)"""
    tried = {form: programs.try_theirs(name, way, arguments) for form, way in peer.ways.items()}
    found = {form: binary for form, (binary, _) in tried.items() if binary}
    reasons = {form: reason for form, (_, reason) in tried.items() if reason}
    samples = {form: [] for form in found}
    for repetition in range(SEARCH_RUNS if len(found) > 1 else 0):
        for form in list(found)[::-1 if repetition % 2 else 1]:
            samples[form].append(programs.run(found[form], arguments, THEIRS)["seconds"])
    medians = {form: figures.median(each) for form, each in samples.items() if each}
    best = min(found, key=lambda form: medians.get(form, 0), default=None)
    return best and (best, found[best]), medians, reasons


def compare(programs, name, arguments, repeat, peers=PEERS):
    """Measures one program in turn by hetcc, by the peers, and by the peers again: (rows, what is left out)"""
    programs.demand_ours(name, arguments)
    chosen = {peer.name: choose(programs, name, arguments, peer) for peer in peers}
    left_out = [{"program": name, "peer": peer, "form": form, "reason": reason}
                for peer, (_, _, reasons) in chosen.items() for form, reason in reasons.items()]
    binaries = {peer: best[1] for peer, (best, _, _) in chosen.items() if best}
    order = [(peer, binary, THEIRS) for peer, binary in binaries.items()] + [("hetcc", programs.ours(name), OURS)]
    order += [(f"{peer} again", binary, THEIRS) for peer, binary in binaries.items()]
    samples = {side: [] for side, _, _ in order}
    for repetition in range(repeat if binaries else 0):
        for side, binary, settings in order[::-1 if repetition % 2 else 1]:
            samples[side].append(programs.run(binary, arguments, settings)["seconds"])
    return [make_row(name, peer, chosen[peer], samples) for peer in binaries], left_out


def make_row(name, peer, choice, samples):
    found = figures.compare(samples["hetcc"], samples[peer], samples[f"{peer} again"], LIMIT)
    return {"name": f"{name} {peer}", "program": name, "peer": peer, "setting": choice[0][0], **found,
            "verdict": figures.judge_faster(found["ratio_interval"], found["noise_interval"]), "searched": choice[1]}


def summarise(rows, left_out):
    """The geometric mean of the ratios to each peer, and what is left out."""
    groups = {name: [row for row in rows if row["peer"] == name] for name in dict.fromkeys(row["peer"] for row in rows)}
    return {"means": {name: ratios.geometric_mean(chosen, name) for name, chosen in groups.items()}, "left_out": left_out}


def told(left_out):
    """Lines about what is left out; peer, forms and programs with the same reason share a line."""
    programs, forms = {}, {}
    for each in left_out:
        programs.setdefault((each["peer"], each["reason"], each["form"]), []).append(each["program"])
    for (peer, reason, form), names in programs.items():
        forms.setdefault((peer, reason, " ".join(names)), []).append(f"`{form}`")
    return [f"left out: {peer}, {' and '.join(of)}, of {names}: {reason}" for (peer, reason, names), of in forms.items()]


def print_rows(rows, summary):
    ratios.print_ratios("offload", rows, "s", "omp target", "peer", {"its form": "setting"})
    for line in told(summary["left_out"]):
        print(line)
    for name, mean in summary["means"].items():
        print(f"geometric mean of {mean['programs']} programs over {name}: {mean['ratio']:.3f}, {name}/{name} "
              f"{mean['noise_ratio']:.3f}")


def measure(options):
    """Builds and measures the programs that the options name, and prints a table; returns (rows, summary)."""
    cases = [case for case in select(options.programs, thorough=False) if not case.photo]
    sources = {case.name: case.source for case in cases}

    def built(name, way):
        return build.build(sources[name], build.way(way, options.hetcc, options.flags), options.build_dir)

    rows, left_out = [], []
    with tempfile.TemporaryDirectory() as scratch, report.Progress(len(cases)) as progress:
        programs = Programs(lambda name: built(name, "hetcc"), built, scratch)
        for case in cases:
            progress.advance(case.name)
            arguments = process.arguments(case, options.size, options.build_dir)
            found, missing = compare(programs, case.name, arguments, options.repeat)
            rows += found
            left_out += missing
    summary = summarise(rows, left_out) | {"peers": {peer.name: peer.version() for peer in PEERS}}
    print_rows(rows, summary)
    return rows, summary


def ways(options, rows):
    """The ways that occur in the rows, for the JSON file."""
    used = [peer.ways[row["setting"]] for row in rows for peer in PEERS if peer.name == row["peer"]]
    return [build.way(name, options.hetcc, options.flags) for name in dict.fromkeys(["hetcc", *used])]


def draw(folder, rows):
    for peer in dict.fromkeys(row["peer"] for row in rows):
        groups = [(row["program"], [ratios.bar(row), ratios.bar(row, "noise_ratio")])
                  for row in rows if row["peer"] == peer]
        ratios.draw(folder, f"offload-{peer}", f"offload: hetcc over {peer}'s omp target",
                    [f"hetcc/{peer}", f"{peer}/{peer}"], groups, LIMIT)


def offload(options):
    """our programs on a GPU beside the same loops with gcc's and clang's `omp target`"""
    rows, summary = measure(options)
    settings = {"size": options.size, "repeat": options.repeat, "ours": OURS, "theirs": THEIRS}
    if options.json:
        report.write_json(options.json, report.document("offload", ways(options, rows), settings, rows, summary))
    if options.csv:
        report.write_csv(options.csv, rows)
    if options.svg:
        draw(options.svg, rows)
    return int(not rows) or ratios.status(rows)
