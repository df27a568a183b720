# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds one source in several ways: a way is a compiler and its flags."""

import dataclasses
import functools
import os
import pathlib
import platform
import re
import shutil
import subprocess

from . import target
from .programs import ROOT, Mistake

OPTIMISE = ("-O3",)
WARN = ("-Wall", "-Wextra")
LIBRARIES = ("-lm",)
CLANGS = ("clang-19", "clang")
NVCC = "/usr/local/cuda/bin/nvcc"
TARGET_WAYS = ("target-host", "target-copies", "target-gcc", "target-gcc-simd", "target-clang")
MPI_WAYS = ("mpi-openmpi", "mpi-mpich")
HETCC_WAYS = ("hetcc", "hetcc-clang", "hetcc-before")
WAYS = ("serial", "gcc", "gcc-runtime", "clang", "clang-runtime", *HETCC_WAYS, "handwritten", "handwritten-emulated",
        *MPI_WAYS, *TARGET_WAYS)


@dataclasses.dataclass(frozen=True)
class Way:
    """A compiler and its options. The ways by name:
    serial                      directives are ignored
    gcc, clang                  plain OpenMP, with the default schedule, which is static
    gcc-runtime, clang-runtime  plain OpenMP, with schedule(runtime)
    hetcc, hetcc-clang          hetcc, with gcc or clang as the host compiler
    hetcc-before                another hetcc, to compare with
    handwritten                 by nvcc, with the hand-written CUDA kernels (PROGRAM.cu) instead of the loops
    handwritten-emulated        the same as PTX for the emulated CUDA driver; each loop is one launch of one shape
    mpi-openmpi, mpi-mpich      with the hand-written MPI versions in peers/mpi instead of the loops
    target-gcc, target-clang    with `omp target` instead of hetcc's clauses (target.py), for NVIDIA's GPUs
    target-gcc-simd             the same by gcc, with one iteration for each lane
    target-host                 with `omp target` by gcc, for the host alone
    target-copies               with `omp target` by clang, for a device that computes on the host's cores, but with
                                copies of the data, so that wrong map clauses show"""

    name: str
    compiler: str
    flags: tuple
    environment: tuple = ()  # variables for the compiler, as pairs (name, value)
    libraries: tuple = ()    # options that link libraries of this build tree

    def command(self, source, output, extra=()):
        include = f"-I{ROOT / 'runtime' / 'include'}"
        if self.name.startswith("handwritten"):
            kernels = pathlib.Path(source).with_suffix(".cu")
            sources = [str(each) for each in dict.fromkeys((kernels, pathlib.Path(source)))]
            return [self.compiler, *self.flags, include, *sources, "-o", str(output), *self.libraries, *LIBRARIES]
        sources = [str(source), str(mpi_version(source))] if self.name in MPI_WAYS else [str(source)]
        include = () if self.name in HETCC_WAYS else (include,)  # hetcc finds its own headers
        return [self.compiler, *self.flags, *WARN, *include, *extra, *sources, "-o", str(output), *LIBRARIES]

    def describe(self):
        version = subprocess.run([self.compiler, "--version"], capture_output=True, text=True).stdout
        return {"compiler": (version.splitlines() or [self.compiler])[0], "command": pathlib.Path(self.compiler).name,
                "flags": list(self.flags), **dict(self.environment)}


class CannotBuild(Mistake):
    """A compiler refuses a program; `reason` is one line of its messages."""

    def __init__(self, source, way, command, said):
        super().__init__(f"cannot build {source.stem} with {way.name}:\n{' '.join(command)}\n{said}")
        lines = said.splitlines() or ["no word"]
        self.reason = next((line for line in lines if re.search("error|unresolved", line)), lines[0])


def find_hetcc(wanted):
    """The path of hetcc: the one that the user names, else that of the release build, else the installed one."""
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


def find_clang():
    return next(filter(None, map(shutil.which, CLANGS)), None)


def demand_clang():
    found = find_clang()
    if not found:
        raise Mistake(f"no {' and no '.join(CLANGS)}; Debian's package is {CLANGS[0]}")
    return found


def mpi_version(source):
    """The path of a program's hand-written MPI version, which need not exist."""
    return ROOT / "benchmarks" / "peers" / "mpi" / pathlib.Path(source).name


def mpi_way(name, optimise):
    compiler = name.replace("mpi-", "mpicc.")
    if not shutil.which(compiler):
        raise Mistake(f"no {compiler}, which compiles the hand-written MPI versions (scripts/install-dependencies)")
    return Way(name, compiler, (*optimise, "-Wno-unknown-pragmas", "-DBENCH_HANDWRITTEN", "-Dmain=benchMain"))


# Machine code for the same chips as hetcc's, and PTX for later ones.
CUDA_ARCHS = ("-gencode=arch=compute_80,code=sm_80", "-gencode=arch=compute_90,code=[sm_90,compute_90]")

# The same for `omp target`. gcc's code for GPUs is not position-independent; it is PTX, which also runs on later chips.
TARGET_FLAGS = {"target-host": ("-foffload=disable",),
                "target-copies": (f"-fopenmp-targets={platform.machine()}-pc-linux-gnu",),
                "target-gcc": ("-no-pie", "-foffload=nvptx-none", "-foffload-options=nvptx-none=-misa=sm_80",
                               "-foffload-options=nvptx-none=-lm -latomic"),
                "target-clang": ("--offload-arch=sm_80", "--offload-arch=sm_90")}


def clang_runtime(clang):
    """Options with the folders of clang's runtime for `omp target`, which Debian's packages do not put on a search
    path."""
    found = [subprocess.run([clang, f"-print-file-name={name}"], capture_output=True, text=True).stdout.strip()
             for name in ("libomptarget-nvptx-sm_80.bc", "libomptarget.so")]
    device, host = (str(pathlib.Path(each).resolve().parent) if os.path.isabs(each) else None for each in found)
    return (*((f"--libomptarget-nvptx-bc-path={device}",) if device else ()), *((f"-Wl,-rpath,{host}",) if host else ()))


def target_way(name, optimise):
    """One of the ways with `omp target`. Those by gcc use `gcc`, whatever the host compiler of hetcc is."""
    flags = (*optimise, "-fopenmp", *TARGET_FLAGS[name.removesuffix("-simd")])
    if name in ("target-clang", "target-copies"):
        return Way(name, demand_clang(), (*flags, *clang_runtime(demand_clang())))
    return Way(name, "gcc", (*flags, "-DTARGET_SIMD=simd") if name.endswith("-simd") else flags)


def find_nvcc():
    found = shutil.which("nvcc") or shutil.which(NVCC)
    if not found:
        raise Mistake("no nvcc, which compiles the hand-written kernels; it belongs to the CUDA toolkit")
    return found


EMULATED_SHAPE = 256  # threads of a block


def find_emulator(hetcc=None):
    """The folder of the emulated CUDA driver in hetcc's build tree."""
    folder = pathlib.Path(shutil.which(find_hetcc(hetcc))).resolve().parents[1] / "lib" / "emulator"
    if not (folder / "libcuda.so.1").exists():
        raise Mistake(f"no emulated driver: '{folder / 'libcuda.so.1'}' is not there; build it (cmake --build ... --target "
                      "emulator_driver emulator_runtime)")
    return folder


def way(name, hetcc=None, optimise=OPTIMISE):
    if name not in WAYS:
        raise Mistake(f"no way to build called '{name}'; there are: {', '.join(WAYS)}")
    if name in ("hetcc", "hetcc-before"):
        return Way(name, find_hetcc(hetcc), tuple(optimise))
    if name == "hetcc-clang":
        return Way(name, find_hetcc(hetcc), tuple(optimise), (("HETCC_HOST_CC", demand_clang()),))
    if name == "handwritten":
        return Way(name, find_nvcc(), (*optimise, "--extended-lambda", *CUDA_ARCHS, "-DBENCH_HANDWRITTEN",
                                       f"-Xcompiler={','.join((*WARN, '-Wno-unknown-pragmas'))}"))
    if name == "handwritten-emulated":
        libraries = find_emulator(hetcc)
        return Way(name, find_nvcc(), (*optimise, "--extended-lambda", "-cudart=none", "-gencode=arch=compute_80,code=compute_80",
                                       "-DBENCH_HANDWRITTEN", f"-DBENCH_SHAPE={EMULATED_SHAPE}", "-Xcompiler=-Wno-unknown-pragmas"),
                   libraries=(f"-L{libraries}", "-lhetcc-cudart", f"-Xlinker=-rpath,{libraries}"))
    if name in MPI_WAYS:
        return mpi_way(name, optimise)
    if name in TARGET_WAYS:
        return target_way(name, optimise)
    gcc = os.environ.get("HETCC_HOST_CC", "gcc")
    if name == "serial":
        return Way(name, gcc, (*optimise, "-Wno-unknown-pragmas"))
    compiler = demand_clang() if name.startswith("clang") else gcc
    schedule = ("-DBENCH_SCHEDULE=schedule(runtime)",) if name.endswith("-runtime") else ()
    return Way(name, compiler, (*optimise, "-fopenmp", *schedule))


def shift(layout, output):
    """Options that include a header which shifts the program's code by `layout` times 144 bytes, so that the position of
    loops in their cache lines varies; () for the first layout.

    The address of a short loop alone can make it 40% slower, with any compiler (Mytkowicz, Diwan, Hauswirth and
    Sweeney, ASPLOS 2009): with only one layout for each side, the comparison would depend on chance."""
    if not layout:
        return ()
    header = output.with_name(f"{output.name}.layout.h")
    header.write_text(f'__asm__(".text\\n\\t.skip {144 * layout}\\n");\n')
    return ("-include", str(header))


def place(source, way, directory, layout=0):
    """The path of the built program: directory/WAY/PROGRAM, or directory/WAY/LAYOUT/PROGRAM for layouts after the
    first."""
    folder = pathlib.Path(directory) / way.name
    return (folder / str(layout) if layout else folder) / pathlib.Path(source).stem


@functools.cache
def build(source, way, directory, layout=0):
    """Builds the program, unless this run of the harness has already built it; returns its path."""
    source = pathlib.Path(source)
    output = place(source, way, directory, layout)
    output.parent.mkdir(parents=True, exist_ok=True)
    partial = output.with_name(f"{output.name}.{os.getpid()}")
    extra = shift(layout, output)
    compiled = source
    if way.name in TARGET_WAYS:
        compiled, extra = target.write(source, output.parent), (*extra, f"-I{source.parent}")
    command = way.command(compiled, partial, extra)
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **dict(way.environment)})
    if done.returncode:
        raise CannotBuild(source, way, command, done.stderr.strip())
    os.replace(partial, output)
    if done.stderr.strip():
        print(f"{way.name} says about {source.name}:\n{done.stderr.strip()}")
    return output
