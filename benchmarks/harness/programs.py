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
    """One way to run a program. `photo`: it works on the photograph. `thorough`: checked in fewer combinations,
    because it takes long, and left out of the timing tables, because another case of the program stands there."""

    name: str
    program: str
    arguments: tuple = ()
    photo: bool = False
    thorough: bool = False

    @property
    def source(self):
        return SOURCES / self.program / f"{self.program}.c"


CASES = (
    Case("kmeans", "kmeans"),
    Case("kmeans-photo", "kmeans", ("--clusters", "16", "--passes", "10"), photo=True),
    Case("gem", "gem"),
    Case("helmholtz", "helmholtz"),
    Case("gemm", "gemm"),
    Case("cg", "cg"),
    Case("cg-w", "cg", ("--class", "W"), thorough=True),
    Case("cg-a", "cg", ("--class", "A"), thorough=True),
)

OVERHEAD = Case("overhead", "overhead")


def select(names, thorough):
    """The cases that the names of cases or programs stand for; no names: all."""
    known = {case.name for case in CASES} | {case.program for case in CASES}
    for name in names:
        if name not in known:
            raise Mistake(f"no program '{name}'; there are: {', '.join(case.name for case in CASES)}")
    chosen = [case for case in CASES if not names or case.name in names or case.program in names]
    return [case for case in chosen if thorough or not case.thorough or case.name in names]
