# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a benchmark program, and reads what it prints, the runtime's report, and its dump of raw results."""

import array
import dataclasses
import json
import os
import pathlib
import subprocess

from . import photo, steady
from .programs import Mistake


class ProgramFailed(Exception):
    """A program that crashed, hung, or found its own result wrong."""


# Prefixes of the names of environment variables that change how hetcc's runtime or other runtimes work.
SETTINGS = ("HETRT_", "OMP_", "GOMP_", "KMP_", "LIBOMPTARGET_", "STARPU_", "PEER_", "LD_PRELOAD")


def environment(**settings):
    """The user's environment, with `settings` instead of the user's settings of runtimes."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
    return kept | settings


def arguments(case, size, directory):
    """The command line options of the program for this case; raises Mistake if it needs the photograph and there is
    none."""
    options = ["--size", size, *case.arguments]
    if case.photo:
        picture = photo.picture(directory, size)
        if not picture:
            raise Mistake(f"{case.name} needs the Debian package {photo.PACKAGE} (`benchmarks/run photo` fetches it)")
        options += ["--image", str(picture)]
    return options


def run(binary, options, settings, timeout=600, silent=False, launcher=()):
    """Runs the program; returns name -> figure from the lines that it prints (result, measure and seconds lines).
    `silent`: fails if the program prints on standard error. `launcher`: a command that starts the program, with its
    arguments."""
    steady.touch_memory()
    try:
        done = subprocess.run([*launcher, str(binary), *options], env=environment(**settings), capture_output=True, text=True,
                              timeout=timeout)
    except subprocess.TimeoutExpired:
        raise ProgramFailed(f"does not end within {timeout} seconds")
    lines = [line.split() for line in done.stdout.splitlines()]
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise ProgramFailed(f"exit status {done.returncode}: {said[-1] if said else 'no word'}")
    if silent and done.stderr:
        raise ProgramFailed(f"says '{done.stderr.splitlines()[0]}'")
    report = {words[1]: float(words[2]) for words in lines if words and words[0] in ("result", "measure")}
    report.update({"seconds": float(words[1]) for words in lines if words and words[0] == "seconds"})
    return report


def read_report(path):
    """The regions of the runtime's report."""
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["regions"]


def pass_seconds(region):
    """The seconds of each pass: those of the device that took longest."""
    return [max(times) for times in zip(*(device["seconds"] for device in region["devices"]))]


@dataclasses.dataclass
class DumpedArray:
    tolerance: float
    raw: bytes
    kind: str

    def values(self):
        return array.array({"f32": "f", "f64": "d", "i32": "i"}[self.kind], self.raw)


def read_dump(path):
    """Name -> DumpedArray of a dump file, whose format benchDump in common/bench.h describes."""
    arrays = {}
    with open(path, "rb") as file:
        while header := file.readline().split():
            name, kind, count, tolerance = (word.decode() for word in header)
            raw = file.read(int(count) * (8 if kind == "f64" else 4))
            arrays[name] = DumpedArray(float(tolerance), raw, kind)
    return arrays


def wrong_elements(have, want):
    """The indices at which two arrays of the same length differ by more than the tolerance, or in any bit if it is
    0."""
    pairs = zip(have.values(), want.values())
    if want.tolerance:
        return [i for i, (a, b) in enumerate(pairs) if not abs(a - b) <= want.tolerance]
    size = 8 if want.kind == "f64" else 4
    words = range(0, len(want.raw), size)
    return [at // size for at in words if have.raw[at:at + size] != want.raw[at:at + size]]


def difference(found, expected):
    """None if two dumps agree within tolerance, else a sentence about the first difference."""
    if found.keys() != expected.keys():
        return f"dumps {', '.join(found)} where {', '.join(expected)} was wanted"
    for name, want in expected.items():
        have = found[name]
        if len(have.raw) != len(want.raw):
            return f"{name} has {len(have.raw)} bytes, not {len(want.raw)}"
        wrong = wrong_elements(have, want) if have.raw != want.raw else []
        if wrong:
            a, b = have.values()[wrong[0]], want.values()[wrong[0]]
            return (f"{name}[{wrong[0]}] is {a!r}, serial has {b!r}, tolerance {want.tolerance:.3g} "
                    f"({len(wrong)} of {len(want.values())} differ)")
    return None
