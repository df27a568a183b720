# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs as MPI jobs of several ranks: the installed launchers, and their settings."""

import os
import shutil

from .programs import Mistake

FAMILIES = ("openmpi", "mpich")
PACKAGES = {"openmpi": "libopenmpi-dev openmpi-bin", "mpich": "libmpich-dev mpich"}


def environment():
    """Settings by which Open MPI lets root start jobs, with more ranks than cores, as in containers on small
    machines."""
    settings = {"OMPI_MCA_rmaps_base_oversubscribe": "1"}
    if os.geteuid() == 0:
        settings |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    return settings


def launcher(family, ranks):
    """The command that starts a job; each rank is bound to one core if there are enough cores."""
    bound = {"openmpi": ("--bind-to", "core"), "mpich": ("-bind-to", "core")}[family]
    return (f"mpirun.{family}", *(bound if ranks <= len(os.sched_getaffinity(0)) else ()), "-n", str(ranks))


def families(compilers=False):
    """The installed MPIs; prints a line for each that is missing. `compilers`: their compilers must be installed,
    too."""
    found = []
    for family in FAMILIES:
        wanted = [f"mpirun.{family}", *([f"mpicc.{family}"] if compilers else [])]
        missing = [command for command in wanted if not shutil.which(command)]
        if missing:
            print(f"left out: no {' and no '.join(missing)}; Debian's packages are {PACKAGES[family]}")
        else:
            found.append(family)
    if not found:
        raise Mistake("no MPI is left to measure with")
    return found
