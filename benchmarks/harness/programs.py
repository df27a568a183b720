# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmark programs, and the cases in which they run. For a new program, add a folder, and a row in CASES."""

import dataclasses
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "benchmarks"
SIZES = ("small", "medium", "paper")


class Mistake(Exception):
    """The user has made a mistake, or something that the harness needs is missing; printed without a traceback."""


@dataclasses.dataclass(frozen=True)
class Case:
    """One way to run a program. `groups`: names of groups of programs that it belongs to. `photo`: it needs the
    photograph. `thorough`: it takes long, so it is checked in fewer combinations, and another case of the program is in
    the tables of times. `shrinks`: its loop has different trip counts in different passes. `emulated`: further
    arguments on the emulated CUDA driver, where the small size takes too long."""

    name: str
    program: str
    arguments: tuple = ()
    groups: tuple = ()
    photo: bool = False
    thorough: bool = False
    shrinks: bool = False
    emulated: tuple = ()

    @property
    def source(self):
        return SOURCES / self.program / f"{self.program}.c"

    @property
    def names(self):
        """The names by which the user selects the case: its own, its program's and its groups'."""
        return {self.name, self.program, *self.groups}


def plain(groups, *names, shrinks=False):
    """One case for each of the programs."""
    return tuple(Case(name, name, groups=groups, shrinks=shrinks) for name in names)


# Groups: coretsar, the 19 programs of Scogland's dissertation (2014); polybench, those of them from PolyBench/GPU;
# navarro, bueno and grossman, programs in papers of Navarro et al., of Bueno et al. (OmpSs) and of Grossman et al.
CASES = (
    *plain(("coretsar",), "kmeans"),
    Case("kmeans-photo", "kmeans", ("--clusters", "16", "--passes", "10"), photo=True),
    *plain(("coretsar",), "gem", "helmholtz"),
    *plain(("coretsar", "polybench"), "gemm"),
    Case("cg", "cg", groups=("coretsar",), emulated=("--class", "T")),
    Case("cg-w", "cg", ("--class", "W"), thorough=True),
    Case("cg-a", "cg", ("--class", "A"), thorough=True),
    *plain(("coretsar", "polybench"), "atax", "bicg", "corr", "covar", "fdtd2d", "gesummv"),
    *plain(("coretsar", "polybench"), "gramschmidt", shrinks=True),
    *plain(("coretsar", "polybench"), "mvt", "syr2k", "syrk", "threedconv", "threemm", "twodconv", "twomm"),
    *plain(("navarro",), "mxv", "barneshut"),
    *plain(("bueno",), "stream", "ep", "nbody", "transpose"),
    *plain(("grossman",), "blackscholes"),
)

OVERHEAD = Case("overhead", "overhead")


def select(names, thorough):
    """The cases that the names of cases, programs or groups select, or all cases without names. `thorough`: including
    cases that take long; else these must be named."""
    groups = sorted({group for case in CASES for group in case.groups})
    for name in names:
        if not any(name in case.names for case in CASES):
            raise Mistake(f"no program '{name}'; there are: {', '.join(case.name for case in CASES)}; "
                          f"and the groups {', '.join(groups)}")
    chosen = [case for case in CASES if not names or case.names & set(names)]
    return [case for case in chosen if thorough or not case.thorough or case.name in names]
