# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How lit runs the suites: one folder each for Check, Diagnostics, Driver, Kernel, Nodes, Run, Runtime, Tools."""
import ctypes
import glob
import os
import shutil
import subprocess
import sys
import zlib

import lit.formats

config.name = "hetcc"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".c", ".cpp", ".test"]
config.excludes = ["Inputs", "unit", "tools", "fuzz"]
config.test_source_root = os.path.dirname(__file__)
# lit starts the slowest tests first. A build folder that has no measured times yet gets those of .lit_test_times.txt.
config.test_exec_root = os.path.join(config.build_root, "test")

# The path of the interpreter itself: `python3` in PATH may be a script that searches for it (pyenv), which takes ten
# times as long as the start. -S: our scripts import no installed packages, whose .pth files may take four times as
# long.
config.python = sys.executable + " -S"
binaries = os.path.join(config.build_root, "bin")
tools = os.path.join(config.test_source_root, "tools")

# ---- Which tests ------------------------------------------------------------------------------------------------

def outside_part(part):
    """Of tests that the last commit and the work tree do not change: those outside of part K of N, for `part` =
    "K/N"."""
    number, count = map(int, part.split("/"))
    changed = subprocess.run(["git", "diff", "--name-only", "HEAD~1", "--", "."], cwd=config.test_source_root, text=True,
                             capture_output=True, check=False).stdout.split()
    names = {os.path.basename(path) for path in glob.glob(os.path.join(config.test_source_root, "*", "*.*"))}
    return sorted(name for name in names - {os.path.basename(path) for path in changed}
                  if zlib.crc32(name.encode()) % count != number)


if "part" in lit_config.params:
    config.excludes += outside_part(lit_config.params["part"])

# ---- Environment: the caller's settings must not influence a test ------------------------------------------------

STEERING = ("HETRT_", "HETCC_", "OMP_", "GOMP_", "KMP_", "CUDA_", "OMPI_", "CCACHE_")
for name in [name for name in config.environment if name.startswith(STEERING)]:
    del config.environment[name]
for name in ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "LD_LIBRARY_PATH", "LD_PRELOAD",
             "CFLAGS", "CXXFLAGS", "LDFLAGS", "MAKEFLAGS"):
    config.environment.pop(name, None)
config.environment["CCACHE_DISABLE"] = "1"
config.environment["PATH"] = os.pathsep.join([binaries, config.llvm_tools, os.environ["PATH"]])
config.environment["LC_ALL"] = "C.UTF-8"
if "HOME" in os.environ:
    config.environment["HOME"] = os.environ["HOME"]
# More tests run than there are cores, so threads that spin while they wait would take cores from threads that compute:
# with passive waiting the suites take less than half of the time. Run/active-waiting.c tests OpenMP's default.
config.environment["OMP_WAIT_POLICY"] = "passive"
# Let Open MPI run as root, with more ranks than cores, and without the copies between processes that containers forbid.
config.environment["OMPI_ALLOW_RUN_AS_ROOT"] = "1"
config.environment["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1"
config.environment["OMPI_MCA_rmaps_base_oversubscribe"] = "1"
config.environment["OMPI_MCA_btl_vader_single_copy_mechanism"] = "none"

# ---- Substitutions -------------------------------------------------------------------------------------------------

def substitute(name, value):
    config.substitutions.append((name + r"\b", value.replace("\\", r"\\")))


# The translator as a plugin of clang.
plugin = os.path.join(config.build_root, "lib", "libhetcc-plugin.so")

# The serial elision: the same source compiled with all directives ignored, which must not change the result.
substitute("%serialxx", config.host_cxx + " -fno-openmp -Wno-unknown-pragmas -I" + config.runtime_include)
substitute("%serial", config.host_cc + " -fno-openmp -Wno-unknown-pragmas -I" + config.runtime_include)
# The same source as plain OpenMP, under the host compiler.
substitute("%gcc_openmp", config.host_cc + " -fopenmp -I" + config.runtime_include)
substitute("%gxx_openmp", config.host_cxx + " -fopenmp -I" + config.runtime_include)
substitute("%host_cxx", config.host_cxx)
substitute("%host_cc", config.host_cc)
config.substitutions.append((r"%hetcc\+\+", os.path.join(binaries, "hetcc++")))
substitute("%hetccxx", os.path.join(binaries, "hetcc++"))
substitute("%hetcc", os.path.join(binaries, "hetcc"))
substitute("%hetinfo", os.path.join(binaries, "hetinfo"))
substitute("%hetsim", os.path.join(binaries, "hetsim"))
substitute("%hetreport", config.python + " " + os.path.join(binaries, "hetreport"))
substitute("%plugin", plugin)
# %verify FILE: runs the translator inside clang, and compares its diagnostics with the file's expected-... comments.
substitute("%verify", os.path.join(config.llvm_tools, "clang") + " -fopenmp -fplugin=" + plugin
           + " -Xclang -plugin -Xclang hetcc -Xclang -plugin-arg-hetcc -Xclang host-output=/dev/null"
           + " -Xclang -verify -fsyntax-only")
substitute("%clangxx", os.path.join(config.llvm_tools, "clang++"))
substitute("%clang_libraries", os.path.join(config.llvm_tools, "..", "lib"))
substitute("%clang", os.path.join(config.llvm_tools, "clang"))
substitute("%runtime_include", config.runtime_include)
substitute("%build_root", config.build_root)
# A fake CUDA driver that needs no GPU, and the folder of the header by which programs control it.
substitute("%fake_cuda_driver", os.path.join(config.build_root, "test", "unit", "device", "libhetrt_fake_cuda.so"))
substitute("%fake_cuda_include", os.path.join(config.test_source_root, "unit", "device"))
# A CUDA driver that runs kernels on the cores.
emulator = os.path.join(config.build_root, "lib", "emulator", "libcuda.so.1")
substitute("%cuda_emulator", emulator)
substitute("%source_root", config.source_root)
substitute("%python", config.python)
# %random_objects SEED COUNT: a program of random loops over objects (see the script's head).
substitute("%random_objects", config.python + " " + os.path.join(tools, "random-objects"))
# %random_nests SEED COUNT: a program of random loop nests (see the script's head).
substitute("%random_nests", config.python + " " + os.path.join(tools, "random-nests"))
# %conformance BIN WORK: runs a table's command lines with hetcc and with the host compiler (see the script's head).
brief = "brief" in lit_config.params
substitute("%conformance", config.python + " " + os.path.join(tools, "conformance") + " --every 4" * brief)
# How many random nests a test tries.
substitute("%nests_count", "100" if brief else "500")
# %planted SOURCE PROGRAM: a run of a checked build finds the faults that the source's comments name (see the script's
# head).
substitute("%planted", config.python + " " + os.path.join(tools, "planted"))
# %reported FILE EXPRESSION: the expression is true for the report that a run wrote (see the script's head).
substitute("%reported", config.python + " " + os.path.join(tools, "reported"))
# %browse PAGE TRACE REPORT: tries a page of hetreport in a browser (see the script's head).
substitute("%browse", config.python + " " + os.path.join(tools, "browse"))
# %on_nodes SERIAL PROGRAM: PROGRAM prints the same as a job of several ranks, under each MPI (see the script's head).
substitute("%on_nodes", config.python + " " + os.path.join(tools, "on-nodes"))
# %none_runs PROGRAM: within ten seconds, the last process that runs PROGRAM ends (see the script's head).
substitute("%none_runs", config.python + " " + os.path.join(tools, "none-runs"))
# %traced FILE EXPRESSION: the expression is true for the trace that a run wrote (see the script's head).
substitute("%traced", config.python + " " + os.path.join(tools, "traced"))
# %same_ranges TRACE TRACE: two runs computed the same ranges on the same devices (see the script's head).
substitute("%same_ranges", config.python + " " + os.path.join(tools, "same-ranges"))

# ---- Features ------------------------------------------------------------------------------------------------------

def has_gpu():
    """Whether there is a CUDA driver with at least one device."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
        count = ctypes.c_int(0)
        return driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0 and count.value > 0
    except OSError:
        return False


def cuda_roots():
    """Folders where a CUDA toolkit may be."""
    named = [config.cuda_root, os.environ.get("CUDA_HOME", ""), os.environ.get("CUDA_PATH", "")]
    return [root for root in named if root and "NOTFOUND" not in root] + sorted(glob.glob("/usr/local/cuda*"))


def has_in_toolkit(pattern):
    return any(glob.glob(os.path.join(root, pattern)) for root in cuda_roots())


def can_set_user_id():
    """Whether root can make a set-user-id program in /tmp that runs with root's rights when other users start it."""
    with open("/proc/self/status", encoding="ascii", errors="replace") as file:
        no_new_rights = "NoNewPrivs:\t1" in file.read()
    mount = os.statvfs("/tmp")
    return os.geteuid() == 0 and shutil.which("setpriv") and not no_new_rights and not mount.f_flag & os.ST_NOSUID


def provide(feature, condition):
    if condition:
        config.available_features.add(feature)


provide("target-" + os.uname().machine, True)
clang = os.path.exists(os.path.join(config.llvm_tools, "clang"))
provide("gpu", has_gpu())
provide("clang", clang)
provide("ptx", clang and (has_in_toolkit("nvvm/libdevice/libdevice.10.bc")
                          or glob.glob("/usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc")))
provide("fatbinary", (has_in_toolkit("bin/fatbinary") and has_in_toolkit("bin/ptxas"))
        or (shutil.which("fatbinary") and shutil.which("ptxas")))
clangd = os.path.join(config.llvm_tools, "clangd")
provide("clangd", os.path.exists(clangd))
substitute("%clangd", clangd)
provide("plugin", os.path.exists(plugin))
provide("libomp", glob.glob(os.path.join(config.llvm_tools, "..", "lib", "libomp.so*")))
provide("mpi", shutil.which("mpirun") and shutil.which("mpicc"))
for family in ("openmpi", "mpich"):
    provide(family, shutil.which("mpirun." + family)
            and os.path.exists(os.path.join(config.build_root, "lib", "hetcc", f"libhetrt-mpi-{family}.so")))
provide("nodes", not brief and {"openmpi", "mpich"} & config.available_features)
nvcc = next((path for root in cuda_roots() for path in glob.glob(os.path.join(root, "bin", "nvcc"))), None)
provide("nvcc", nvcc)
provide("cub", has_in_toolkit("include/cub/cub.cuh") or has_in_toolkit("include/cccl/cub/cub.cuh"))
if nvcc:
    substitute("%nvcc", nvcc)
    substitute("%cuda_include", os.path.join(os.path.dirname(nvcc), "..", "include"))
    substitute("%cuda_libraries", os.path.join(os.path.dirname(nvcc), "..", "lib64"))
    # The CUDA runtime's functions on the driver of emulator/, for programs that call them.
    substitute("%cudart", f"-L{os.path.dirname(emulator)} -lhetcc-cudart -Wl,-rpath,{os.path.dirname(emulator)}")
for program in ("gdb", "valgrind", "taskset", "make", "cmake", "ccache", "autoconf", "strace", "reuse", "chromium", "help2man", "lowdown", "man"):
    provide(program, shutil.which(program))
provide("git-checkout", os.path.exists(os.path.join(config.source_root, ".git")))
provide("sphinx", shutil.which("sphinx-build") and all(glob.glob(f"/usr/lib/python3/dist-packages/{package}")
                                                      for package in ("myst_parser", "sphinx_rtd_theme")))
provide("two-cores", len(os.sched_getaffinity(0)) >= 2)
provide("root", os.geteuid() == 0)
provide("set-user-id", can_set_user_id())
# For tests that compile all benchmark programs, each of which takes about a minute.
provide("every-program", not brief)
provide("third-party", "third-party" in lit_config.params)

# ---- Comparisons, which depend on features -------------------------------------------------------------------------

# %compare SERIAL PROGRAM: PROGRAM prints the same as SERIAL under every scheduler on every mix of devices (see the
# script's head). Where kernels for GPUs can be built, they also run on the CUDA driver of emulator/, in one order of
# blocks and warps. With lit's `--param emulator=SEEDS` only these runs are made, under every scheduler, in SEEDS orders
# of blocks and warps. With `--param brief=1` (scripts/test --quick), not every pair of scheduler and mix is tried.
comparison = [config.python, os.path.join(tools, "compare-runs")] + ["--brief"] * brief
if "ptx" in config.available_features and os.path.exists(emulator):
    comparison += ["--emulator", emulator]
    if "emulator" in lit_config.params:
        comparison += ["--seeds", lit_config.params["emulator"]]
substitute("%compare", " ".join(comparison))
