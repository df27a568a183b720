# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares claims of papers with our measurements: reads the JSON files of the other commands, and writes a page.

Each claim has a function that computes findings from a file's content; if the file does not exist, the page lists the
claim with the command that makes the file. Claims that only hetsim can check are in docs/scheduling.md."""

import dataclasses
import json
import pathlib
from typing import Callable, Optional

from . import report
from .programs import Mistake

SOURCES = {"S12": "Scogland, Rountree, Feng, de Supinski: Heterogeneous Task Scheduling for Accelerated OpenMP, 2012",
           "D14": "Scogland: Runtime Adaptation for Autonomic Heterogeneous Computing, dissertation, 2014",
           "N14": "Navarro, Vilches, Corbera, Asenjo: Strategies for Maximizing Utilization on Multi-CPU and Multi-GPU "
                  "Heterogeneous Architectures, 2014",
           "EngineCL": "Nozal, Bosque, Beivide: EngineCL, 2020",
           "Coexecutor": "Nozal, Bosque: Exploiting Co-execution with oneAPI, 2021",
           "Task Bench": "Slaughter and others: Task Bench, 2020"}
# The speed-up of a GPU alone (Tesla C2070) over eight cores (two Xeons X5550) [D14, table 2.1].
GPU_SPEEDUPS = {"cg": 0.17, "gem": 12.59, "helmholtz": 0.16, "kmeans": 1.32, "atax": 4.88, "bicg": 2.49, "corr": 96.07,
                "covar": 112.90, "fdtd2d": 0.80, "gemm": 99.18, "gesummv": 0.10, "gramschmidt": 0.10, "mvt": 2.72,
                "syr2k": 0.93, "syrk": 0.96, "threedconv": 0.53, "threemm": 33.35, "twodconv": 0.44, "twomm": 32.41}


@dataclasses.dataclass(frozen=True)
class Finding:
    """One of our figures; `met`: whether it is as good as the paper's, or None if that is unknown."""

    text: str
    met: Optional[bool]


@dataclasses.dataclass(frozen=True)
class Claim:
    source: str
    text: str
    file: str
    command: str
    ours: Callable


def rows_by(document, **wanted):
    """The rows of a document whose fields have the wanted values."""
    return [row for row in document["rows"] if all(row.get(key) == value for key, value in wanted.items())]


def held(row, met):
    """`met`, or None if the row is too noisy to count."""
    return None if row["verdict"] == "too noisy" else met


def noted(row):
    return ", too noisy" if row["verdict"] == "too noisy" else ""


def small_tasks(program, factor):
    """A function for the claim that hetcc is at least `factor` times as fast as StarPU with small tasks."""
    def ours(document):
        return [Finding(f"{1 / row['ratio']:.2f} times as fast as StarPU ({row['setting']}){noted(row)}",
                        held(row, 1 / row["ratio"] >= factor))
                for row in rows_by(document, program=program, peer="starpu-rows")]
    return ours


def efficiency(program, least):
    """A function for the claim that co-execution of a program has at least this efficiency; `met` is None if the
    accelerator is slower than a core."""
    def ours(document):
        return [Finding(f"{row['efficiency']:.3f} under {row['scheduler']} ({document['settings']['mix']}"
                        f"{'' if row['amenable'] else ', slower than a core'}){noted(row)}",
                        held(row, row["efficiency"] >= least) if row["amenable"] else None)
                for row in rows_by(document, program=program)]
    return ours


def mean_efficiency(least):
    def ours(document):
        return [Finding(f"{mean['mean_efficiency']:.3f} under {name}, {mean['amenable']} programs "
                        f"({document['settings']['mix']})", mean["mean_efficiency"] >= least)
                for name, mean in document.get("summary", {}).items()]
    return ours


def averse(limit):
    """A function for the claim that programs which an accelerator does not help take at most `limit` times as long as
    on the CPUs alone."""
    def ours(document):
        rows = rows_by(document, amenable=False)
        return [Finding(f"{row['program']} {1 / row['speedup']:.3f} under {row['scheduler']}{noted(row)}",
                        held(row, 1 / row["speedup"] <= limit)) for row in rows]
    return ours


def best_of_schedulers(limit):
    """A function for the claim that `adaptive` takes at most `limit` times as long as each program's best scheduler."""
    def ours(document):
        found = []
        for program in dict.fromkeys(row["program"] for row in document["rows"]):
            rows = rows_by(document, program=program)
            best = min(rows, key=lambda row: row["ratio"])
            found.append(Finding(f"{program} {1 / best['ratio']:.3f} of {best['scheduler']}",
                                 1 / best["ratio"] <= limit))
        return found
    return ours


def decision_time(document):
    """The time of the scheduler's decisions in a region with an emulated accelerator, and the time of the whole
    region."""
    parts = document.get("summary", {}).get("parts")
    if not parts:
        return []
    return [Finding(f"{parts['decide']:.3g} us of the {parts['region']:.3g} us of a region that has little to do",
                    parts["decide"] < 0.5 * parts["region"])]


def finest_grain(document):
    """The length of a region of which the overhead is half: Task Bench's criterion for the finest grain."""
    rows = rows_by(document, measure="back_to_back", side="hetcc", peer="libgomp")
    return [Finding(f"a region costs {row['subject']:.3g} us: half of one of {2 * row['subject']:.3g} us{noted(row)}",
                    held(row, 2 * row["subject"] <= 100)) for row in rows]


def gpu_speedups(document):
    """The GPU's speed-up over the cores. Other machines have other ratios, so only the side of 1 on which they lie
    counts."""
    found = []
    for program, paper in GPU_SPEEDUPS.items():
        for row in rows_by(document, program=program, scheduler="auto"):
            ours = row["cpu"] / row["others"]
            found.append(Finding(f"{program} {ours:.2f} (paper {paper}){noted(row)}",
                                 held(row, (ours > 1) == (paper > 1))))
    return found


def computing_part(document):
    """The fraction of the accelerator's time that is computing: less than an eighth with one sweep on a partition, more
    than half with 20."""
    first, last = document["rows"][0], document["rows"][-1]
    return [Finding(f"{first['computing']:.0%} at {first['sweeps']} sweep", first["computing"] < 1 / 8),
            Finding(f"{last['computing']:.0%} at {last['sweeps']}", last["computing"] > 1 / 2)]


def lasting_partition(document):
    """How many times faster all sweeps are with 20 sweeps on a partition than with one."""
    first = document["rows"][0]
    least = first["ratio_interval"][0]
    return [Finding(f"{first['ratio']:.2f} ({report.between(first['ratio_interval'])})",
                    None if least is None else least > 2)]


COEXEC = "benchmarks/run coexec --steady --scheduler auto --repeat 31 --json docs/results/coexec.json"
PEERS = ("benchmarks/run peers coretsar --schedules static,dynamic,16,guided --repeat 17 --layouts 2 "
         "--json docs/results/peers.json")
OVERHEAD = "benchmarks/run overhead --repeat 31 --json docs/results/overhead.json"
SWEEPS = "benchmarks/run sweeps --repeat 7 --json docs/results/sweeps.json"
CLAIMS = (
    Claim("D14", "GEMM with one task per row: twice as fast as StarPU", "peers.json", PEERS, small_tasks("gemm", 2)),
    Claim("D14", "k-means on the same terms: 2 to 3 times as fast", "peers.json", PEERS, small_tasks("kmeans", 2)),
    Claim("D14", "Helmholtz on the same terms: 2 to 3 times as fast", "peers.json", PEERS, small_tasks("helmholtz", 2)),
    Claim("D14", "adaptive is within 10% of the best scheduler where an accelerator helps", "ordering.json",
          "benchmarks/run ordering --repeat 7 --json docs/results/ordering.json", best_of_schedulers(1.10)),
    Claim("D14", "where an accelerator does not help, back-off stays within 5 to 10% of CPU only", "coexec.json",
          COEXEC, averse(1.10)),
    Claim("D14", "integer programs took three times as long as computing; fractions made decisions negligible",
          "overhead.json", OVERHEAD, decision_time),
    Claim("D14", "Helmholtz: computing is under an eighth of the time at one sweep on a partition, over half at 20",
          "sweeps.json", SWEEPS, computing_part),
    Claim("D14", "partition once and exchange padding for 20 sweeps: more than 2x", "sweeps.json", SWEEPS,
          lasting_partition),
    Claim("D14", "the GPU alone over eight cores, from 0.10 to 113", "gpu.json",
          "benchmarks/run gpu --repeat 7 --json docs/results/gpu.json", gpu_speedups),
    Claim("N14", "MxV comes within 1% of the ideal with blocking waits", "coexec.json", COEXEC,
          efficiency("mxv", 0.99)),
    Claim("N14", "Barnes-Hut comes within 3 to 5% of the ideal", "coexec.json", COEXEC,
          efficiency("barneshut", 0.95)),
    Claim("EngineCL", "0.89 of the ideal on average", "coexec.json", COEXEC, mean_efficiency(0.89)),
    Claim("Coexecutor", "0.91 of the ideal on average", "coexec.json", COEXEC, mean_efficiency(0.91)),
    Claim("Task Bench", "100 us are the finest tasks of which most systems spend less than half on themselves",
          "overhead.json", OVERHEAD, finest_grain),
)
# Claims that no command measures: (paper, claim, reason).
WITHOUT = (
    ("D14", "GEMM with one task per row: 3 times as fast as OmpSs", "Debian has no OmpSs"),
    ("D14", "STREAM gains up to 5x by `migrate`, CPU GEMM 4x by `replicate`", "wants several NUMA nodes"),
    ("D14", "padded rows remove the steps in GEMM's time", "no benchmark yet"),
    ("D14", "computing on a GPU's host core loses 1% to 3x", "wants a GPU"),
    ("D14", "tickets by fetch-and-add are 2x as fast as compare-and-swap queues on CPUs, up to 1000x on GPUs",
     "no such queue here"),
    ("N14", "StarPU under HEFT is 25, 32 and 53% slower on 1, 2 and 4 GPUs", "wants GPUs"),
    ("S12", "Helmholtz: CPU rows of each pass", "in virtual time only: docs/scheduling.md"),
)


def read(folder, name):
    path = pathlib.Path(folder) / name
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def verdict(findings):
    """The verdict on a claim: yes or no if all findings agree, else how many meet it. Findings with `met` None do not
    count; if most are None, the verdict is "cannot be told"."""
    told = [finding.met for finding in findings if finding.met is not None]
    if 2 * len(told) < max(len(findings), 1):
        return "cannot be told"
    return {len(told): "yes", 0: "no"}.get(sum(told), f"{sum(told)} of {len(told)}")


def judged(folder):
    """(a list of (claim, findings), the claims without findings)"""
    with_figures, without = [], []
    for claim in CLAIMS:
        document = read(folder, claim.file)
        findings = claim.ours(document) if document else []
        if findings:
            with_figures.append((claim, findings))
        else:
            without.append(claim)
    return with_figures, without


def table(headings, rows):
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [headings, ["---"] * len(headings), *rows])


def where(folder, names):
    """One line for each file: on which machine, at which commit and when it was made."""
    documents = [(name, read(folder, name)) for name in names]
    return "\n".join(f"- [{name}]({name}): {each['machine']['processor']}, {each['machine']['cores_granted']} cores, "
                     f"commit {each['commit'][:12]}, {each['time']}" for name, each in documents)


def page(folder):
    """The page, as Markdown."""
    found, missing = judged(folder)
    short = [f"- {claim.text} [{claim.source}]: {finding.text}" for claim, findings in found for finding in findings
             if finding.met is False]
    parts = ["# The papers' figures beside ours",
             "Written by `benchmarks/run papers` from the JSON files in this folder. Machines differ, so ratios are "
             "compared and not seconds; figures that are too noisy to count are shown, but not judged. What only hetsim "
             "can answer stands in [../scheduling.md](../scheduling.md).",
             table(["source", "found there", "here", "met", "from"],
                   [[claim.source, claim.text, "; ".join(finding.text for finding in findings), verdict(findings),
                     f"[{claim.file}]({claim.file})"] for claim, findings in found]),
             "## Where we fall short", "\n".join(short) or "Nowhere in this table."]
    if missing:
        parts += ["## Not measured yet", table(["source", "found there", "the command"],
                                               [[claim.source, claim.text, f"`{claim.command}`"] for claim in missing])]
    parts += ["## Without a counterpart here", table(["source", "found there", "why"], [list(row) for row in WITHOUT])]
    used = sorted({claim.file for claim, _ in found})
    if used:
        parts += ["## Where it was measured", where(folder, used)]
    named = {claim.source for claim in CLAIMS} | {source for source, _, _ in WITHOUT}
    parts += ["## Sources", "\n".join(f"- {name}: {title}" for name, title in SOURCES.items() if name in named)]
    return "\n\n".join(parts) + "\n"


def papers(options):
    """what papers found beside the JSON files of the other commands: writes docs/results/papers.md"""
    if options.programs:
        raise Mistake("papers takes no programs")
    text = page(options.results)
    path = pathlib.Path(options.results) / "papers.md"
    path.write_text(text, encoding="utf-8")
    found, missing = judged(options.results)
    for claim, findings in found:
        print(f"{claim.source}: {claim.text}: {verdict(findings)}")
    print(f"{path}: {len(found)} claims with figures, {len(missing)} not measured yet")
    return 0
