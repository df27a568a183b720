// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of this machine the process may use: cores by affinity and control group, its place among the MPI ranks of the
// node. Reads a few small files and nothing else, so that a program starts fast; Machine.h looks at the whole machine.
#ifndef HETRT_TOPOLOGY_GRANTED_H
#define HETRT_TOPOLOGY_GRANTED_H

#include <functional>
#include <optional>
#include <string>

namespace hetrt {

/// Looks up an environment variable; null if it is not set. getenv() in the library, a table in tests.
using Lookup = std::function<const char *(const char *Name)>;

/// Cores that the control groups of a process grant: the smallest quota of its groups and their parents, rounded up.
/// `Root` is where control groups are mounted ("/sys/fs/cgroup"), `SelfGroups` the text of "/proc/self/cgroup".
/// Absent if there is no quota. Understands version 1 and version 2.
std::optional<unsigned> quotaCores(const std::string &Root, const std::string &SelfGroups);

/// Cores that the process may use: its affinity mask cut down to the quota; at least 1. Under an OpenMP binding
/// (OMP_PROC_BIND, OMP_PLACES, ...) the calling thread's mask is one place and says nothing about the process, so
/// the cores that are online take the mask's part.
unsigned grantedCores(const Lookup &Environment);

/// What is one rank's of the cores that it was granted, of the `Online` ones of the machine: those that its launcher
/// has bound it to; or an equal part of all, where nothing says which of the `RanksHere` ranks has which.
unsigned coresOfRank(unsigned Granted, unsigned Online, unsigned RanksHere);

/// Whether OpenMP's variables bind threads to places.
bool openMpBinds(const Lookup &Environment);

/// Under an OpenMP binding: lets the calling thread, which inherited one place from the thread that made it, run on any
/// core that the control group allows. Without a binding the mask stays as the user set it.
void leaveInheritedPlace(const Lookup &Environment);

/// What the vendor calls the processor; "processor" where the system does not say.
std::string processorModel();

/// The process's place among the ranks of an MPI program on this node.
struct LocalRank {
  unsigned Rank = 0, Count = 1;
};

/// As the launchers of Open MPI, MPICH, Intel MPI, MVAPICH and Slurm say; {0, 1} outside of them.
LocalRank localRank(const Lookup &Environment);

} // namespace hetrt

#endif
