# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs, and the cases in which they are run. A new program is one folder and one row in CASES."""

import dataclasses
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "benchmarks"
SIZES = ("small", "medium", "paper")


class Mistake(Exception):
    """A mistake in how the harness is used, or something it needs that is not there; told without a traceback."""


@dataclasses.dataclass(frozen=True)
class Case:
    """One way to run a program. `groups`: whose measurements it takes part in. `photo`: it works on the photograph.
    `thorough`: checked in fewer combinations, because it takes long, and left out of the timing tables, because
    another case of the program stands there. `shrinks`: its loop does not have the same trip count in every pass.
    `emulated`: more arguments on the emulated CUDA driver, where the small size takes long."""

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
        """What selects the case: its own name, its program's, its groups'."""
        return {self.name, self.program, *self.groups}


def plain(groups, *names, shrinks=False):
    """One case for each of the programs."""
    return tuple(Case(name, name, groups=groups, shrinks=shrinks) for name in names)


# coretsar: the 19 programs of Scogland's dissertation (2014); polybench: those of them from PolyBench/GPU. navarro,
# bueno, grossman: programs of Navarro et al., of Bueno's OmpSs and of Grossman's systems.
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
    """The cases that the names of cases, programs or groups stand for; no names: all."""
    groups = sorted({group for case in CASES for group in case.groups})
    for name in names:
        if not any(name in case.names for case in CASES):
            raise Mistake(f"no program '{name}'; there are: {', '.join(case.name for case in CASES)}; "
                          f"and the groups {', '.join(groups)}")
    chosen = [case for case in CASES if not names or case.names & set(names)]
    return [case for case in chosen if thorough or not case.thorough or case.name in names]
