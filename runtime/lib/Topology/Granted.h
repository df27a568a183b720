// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of this machine that the process may use: cores by affinity mask and control group, and its rank among the
// MPI ranks of the node. Reads only a few small files, so that a program starts fast.
#ifndef HETRT_TOPOLOGY_GRANTED_H
#define HETRT_TOPOLOGY_GRANTED_H

#include <functional>
#include <optional>
#include <string>

namespace hetrt {

/// Returns the value of an environment variable; null if it is not set. getenv() in the library, a table in tests.
using Lookup = std::function<const char *(const char *Name)>;

/// The number of cores that control groups grant a process: the smallest quota of its groups and their parents, rounded
/// up; absent if there is no quota. `Root` is where control groups are mounted ("/sys/fs/cgroup"), `SelfGroups` the
/// text of "/proc/self/cgroup". Understands versions 1 and 2 of control groups.
std::optional<unsigned> quotaCores(const std::string &Root, const std::string &SelfGroups);

/// The number of cores that the process may use: those of its affinity mask, at most its quota; at least 1. With an
/// OpenMP binding (OMP_PROC_BIND, OMP_PLACES, ...) the calling thread's mask is only its own place, so all cores that
/// are online are used in place of the mask.
unsigned grantedCores(const Lookup &Environment);

/// The number of cores for one MPI rank that may use `Granted` of the machine's `Online` cores. If these are fewer, the
/// launcher has bound the rank, and all of them are its own; else an equal part for each of the `RanksHere` ranks.
unsigned coresOfRank(unsigned Granted, unsigned Online, unsigned RanksHere);

/// Whether OpenMP's variables bind threads to places.
bool openMpBinds(const Lookup &Environment);

/// With an OpenMP binding, lets the calling thread, which inherited one place from its creator, run on any core that
/// the control group allows. Without a binding the mask stays as the user set it.
void leaveInheritedPlace(const Lookup &Environment);

/// The vendor's name of the processor; "processor" if the system does not tell.
std::string processorModel();

/// The process's number among the ranks of an MPI program on this node, and their number.
struct LocalRank {
  unsigned Rank = 0, Count = 1;
};

/// Reads the variables of the launchers of Open MPI, MPICH, Intel MPI, MVAPICH and Slurm; {0, 1} without a launcher.
LocalRank localRank(const Lookup &Environment);

} // namespace hetrt

#endif
