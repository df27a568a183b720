# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds one source in several ways: a way is a compiler and its flags."""

import dataclasses
import os
import pathlib
import shutil
import subprocess

from .programs import ROOT, Mistake

# The second flag is for both sides of a comparison. Without it loops begin at any multiple of 16 bytes, by chance; on
# some processors a short loop that crosses a boundary of 64 is up to 40% slower, and the chance decides the ratio.
OPTIMISE = ("-O3", "-falign-loops=64")
WARN = ("-Wall", "-Wextra")
LIBRARIES = ("-lm",)


@dataclasses.dataclass(frozen=True)
class Way:
    """serial: the directives are ignored; gcc: plain OpenMP, whose default schedule is static; hetcc: ours."""

    name: str
    compiler: str
    flags: tuple

    def command(self, source, output):
        include = f"-I{ROOT / 'runtime' / 'include'}"
        return [self.compiler, *self.flags, *WARN, include, str(source), "-o", str(output), *LIBRARIES]

    def describe(self):
        version = subprocess.run([self.compiler, "--version"], capture_output=True, text=True).stdout
        return {"compiler": (version.splitlines() or [self.compiler])[0], "command": pathlib.Path(self.compiler).name,
                "flags": list(self.flags)}


def find_hetcc(wanted):
    """The hetcc named by the user, else that of the release build, else the installed one."""
    if wanted:
        if not shutil.which(wanted):
            raise Mistake(f"no compiler '{wanted}'")
        return wanted
    built = ROOT / "build" / "release" / "bin" / "hetcc"
    found = str(built) if os.access(built, os.X_OK) else shutil.which("hetcc")
    if not found:
        raise Mistake(f"no hetcc: neither {built} nor on the PATH; build it (cmake --preset release && "
                      "cmake --build --preset release) or name one (--hetcc FILE)")
    return found


def way(name, hetcc=None, optimise=OPTIMISE):
    gcc = os.environ.get("HETCC_HOST_CC", "gcc")
    if name == "serial":
        return Way("serial", gcc, (*optimise, "-Wno-unknown-pragmas"))
    if name == "gcc":
        return Way("gcc", gcc, (*optimise, "-fopenmp"))
    if name == "hetcc":
        return Way("hetcc", find_hetcc(hetcc), tuple(optimise))
    raise Mistake(f"no way to build called '{name}'; there are: serial, gcc, hetcc")


def build(source, way, directory):
    """Builds directory/WAY/PROGRAM; returns its path."""
    source = pathlib.Path(source)
    output = pathlib.Path(directory) / way.name / source.stem
    output.parent.mkdir(parents=True, exist_ok=True)
    partial = output.with_name(f"{output.name}.{os.getpid()}")
    command = way.command(source, partial)
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Mistake(f"cannot build {source.stem} with {way.name}:\n{' '.join(command)}\n{done.stderr.strip()}")
    os.replace(partial, output)
    if done.stderr.strip():
        print(f"{way.name} says about {source.name}:\n{done.stderr.strip()}")
    return output
