# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtimes that hetcc is compared with, and how each of them runs a program.

libomp, oneTBB and StarPU run the same machine code, which gcc made of the loops: it calls libgomp's entry points, which
a preloaded library defines instead of libgomp (peers/Loop.h). `clang` is clang's code for the same source, on libomp.
Each runtime lists the settings to try; the best one for a program is found by search."""

import argparse
import dataclasses
import functools
import os
import pathlib
import re
import subprocess
from typing import Callable

from . import build
from .programs import ROOT, SOURCES, Mistake
from .sides import Setting, threads

CHUNKS = (1, 16, 256)
# Schedules that the command `cpu` tries, and those that `peers` tries, which include chunk sizes.
GOMP_SCHEDULES = ("static", "dynamic", "guided")
SCHEDULES = ("static", *(f"{kind},{chunk}" for kind in ("dynamic", "guided") for chunk in CHUNKS))
PARTITIONERS = ("auto", "static", "affinity", *(str(chunk) for chunk in CHUNKS))
STARPU_SCHEDULERS = ("eager", "dmda")
BLOCKS_PER_THREAD = (1, 4, 32)
# Program -> iterations of a task, for programs of which the papers say it.
PAPER_ROWS = {"gemm": 1, "kmeans": 1000, "helmholtz": 1}


def split_schedules(text):
    """'static,dynamic,8,guided' -> static; dynamic,8; guided"""
    names = re.split(r",(?=[a-z])", text)
    for name in names:
        if not re.fullmatch(r"static|(dynamic|guided)(,[1-9]\d*)?", name):
            raise argparse.ArgumentTypeError(f"no schedule '{name}'; there are: static, dynamic and guided, these also "
                                             "with ',CHUNK'")
    return names


def gomp_settings(schedules):
    """The settings of libgomp. For static, no schedule clause is needed: it is gcc's default."""
    return [Setting("static", "gcc") if name == "static" else Setting(name, "gcc-runtime", {"OMP_SCHEDULE": name})
            for name in schedules]


def clang_settings(schedules):
    return [Setting("static", "clang") if name == "static" else Setting(name, "clang-runtime", {"OMP_SCHEDULE": name})
            for name in schedules]


def beneath(library, settings):
    """Settings by which gcc's code runs on another runtime. `settings`: name -> environment."""
    return [Setting(name, "gcc-runtime", {"LD_PRELOAD": str(library), **environment})
            for name, environment in settings.items()]


def said_by(*command):
    """What a command prints on standard output; None if it fails or does not exist."""
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout.strip() if not done.returncode else None


def package_version(name):
    version = said_by("pkg-config", "--modversion", name or "none")
    return f"{name} {version}" if version else None


@functools.cache
def find_libomp():
    """The path of libomp, which clang or gcc finds; None if there is none."""
    for compiler in filter(None, [build.find_clang(), "gcc"]):
        for name in ("libomp.so", "libomp.so.5"):
            found = said_by(compiler, f"-print-file-name={name}") or ""
            if os.path.isabs(found) and os.path.exists(found):
                return os.path.realpath(found)
    return None


def find_clang():
    """clang's version, or None if clang or its OpenMP runtime is not installed."""
    version = said_by(build.find_clang() or "clang", "--version")
    return version.splitlines()[0] if version and find_libomp() else None


def starpu_package():
    return next((name for name in ("starpu-1.4", "starpu-1.3") if package_version(name)), None)


@functools.cache
def build_beneath(name, package, directory):
    """Builds the library that, when preloaded, runs gcc's loops on another runtime; returns its path."""
    library = pathlib.Path(directory).resolve() / "peers" / f"lib{name}-loops.so"
    library.parent.mkdir(parents=True, exist_ok=True)
    sources = [str(SOURCES / "peers" / source) for source in (f"{name}.cpp", "Loop.cpp")]
    command = ["g++", "-std=c++20", "-O3", *build.WARN, "-shared", "-fPIC", *sources, "-o", str(library),
               *said_by("pkg-config", "--cflags", "--libs", package).split()]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Mistake(f"cannot build {library.name}:\n{' '.join(command)}\n{done.stderr.strip()}")
    return library


def starpu_settings(options, sizes):
    """Settings for StarPU: each of its schedulers with each task size. `sizes`: name -> environment. StarPU's models of
    tasks are kept in the folder for builds; dmda, the scheduler that uses them, gets one run to learn them."""
    library = build_beneath("starpu", starpu_package(), options.build_dir)
    return [Setting(f"{scheduler}, {name}", "gcc-runtime",
                    {"LD_PRELOAD": str(library), "STARPU_HOME": str(library.parent), "STARPU_SILENT": "1",
                     "STARPU_SCHED": scheduler, **size},
                    {"STARPU_CALIBRATE": "1"} if scheduler == "dmda" else {})
            for scheduler in STARPU_SCHEDULERS for name, size in sizes.items()]


def libomp_settings(options, _case):
    return beneath(find_libomp(), {name: {"OMP_SCHEDULE": name} for name in options.schedules or SCHEDULES})


def tbb_settings(options, _case):
    library = build_beneath("tbb", "tbb", options.build_dir)
    return beneath(library, {name: {"PEER_PARTITION": name} for name in PARTITIONERS})


def starpu_blocks(options, _case):
    counts = [threads(options) * each for each in BLOCKS_PER_THREAD]
    return starpu_settings(options, {f"{count} blocks": {"PEER_BLOCKS": str(count)} for count in counts})


def starpu_rows(options, case):
    rows = PAPER_ROWS.get(case.name)
    return starpu_settings(options, {f"{rows} per task": {"PEER_ROWS": str(rows)}}) if rows else []


@dataclasses.dataclass(frozen=True)
class Runtime:
    """A runtime. `package`: the Debian package that contains it. `version`: returns the installed version, or None.
    `settings`: returns the settings to choose from, for the options and a case; none if it cannot run the case."""

    name: str
    about: str
    package: str
    version: Callable
    settings: Callable


RUNTIMES = (
    Runtime("libgomp", "gcc's OpenMP: static, dynamic and guided, chunk by search", "gcc",
            lambda: f"gcc {said_by('gcc', '-dumpfullversion')}",
            lambda options, _case: gomp_settings(options.schedules or SCHEDULES)),
    Runtime("libomp", "LLVM's OpenMP beneath gcc's code: the same", "libomp-19-dev", find_libomp, libomp_settings),
    Runtime("clang", "clang's code on LLVM's OpenMP: the same", "clang-19 libomp-19-dev", find_clang,
            lambda options, _case: clang_settings(options.schedules or SCHEDULES)),
    Runtime("tbb", "oneTBB: its partitioners, grain by search", "libtbb-dev",
            lambda: package_version("tbb"), tbb_settings),
    Runtime("starpu", "StarPU: eager and dmda (calibrated), number of blocks by search", "libstarpu-dev",
            lambda: package_version(starpu_package()), starpu_blocks),
    Runtime("starpu-rows", "the same, one task per row (gemm, helmholtz) or 1,000 points (kmeans)", "libstarpu-dev",
            lambda: package_version(starpu_package()), starpu_rows),
)


def installed(runtimes=RUNTIMES):
    """The installed ones of the runtimes; prints one line for each that is missing."""
    here = [each for each in runtimes if each.version()]
    for each in runtimes:
        if each not in here:
            print(f"missing: {each.name} (apt install {each.package})")
    return here


def versions(runtimes):
    return {each.name: each.version() for each in runtimes}


def bindings(said, binary):
    """Entry point of the OpenMP runtime -> library that defines it, from the dynamic linker's debug output `said`."""
    lines = re.findall(r"binding file (\S+) \[0\] to (\S+) \[0\]: normal symbol `(GOMP_\w+)'", said)
    return {symbol: library for file, library, symbol in lines if file == str(binary)}


def demand_beneath(side):
    """Ends the harness if libgomp would run a loop that another runtime should run. Locks and barriers in the program
    are libgomp's under all runtimes."""
    library = side.environment.get("LD_PRELOAD")
    if not library:
        return
    for binary in side.binaries:
        done = subprocess.run([str(binary), "--help"], capture_output=True, text=True,
                              env={**os.environ, **side.environment, "LD_DEBUG": "bindings", "LD_BIND_NOW": "1"})
        bound = {symbol: path for symbol, path in bindings(done.stderr, binary).items()
                 if re.match(r"GOMP_(parallel|loop)", symbol)}
        wrong = [symbol for symbol, path in bound.items() if os.path.realpath(path) != os.path.realpath(library)]
        if wrong or not bound:
            raise Mistake(f"{binary.stem} does not run on {pathlib.Path(library).name}: "
                          f"{bound[wrong[0]] if wrong else 'nobody'} answers {wrong[0] if wrong else 'its loops'}")
