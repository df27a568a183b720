// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds which part of this machine the process may use: the cores that its affinity mask and its control group allow,
// and its share as one of the node's MPI ranks. Reads only a few small files, so that a program starts fast.
#ifndef HETRT_TOPOLOGY_GRANTED_H
#define HETRT_TOPOLOGY_GRANTED_H

#include <functional>
#include <optional>
#include <string>

namespace hetrt {

/// Returns the value of an environment variable; null if it is not set. The library uses getenv(), tests use a table.
using Lookup = std::function<const char *(const char *Name)>;

/// The number of cores that control groups grant a process: the smallest quota of the process's groups and their parent
/// groups, rounded up; absent if there is no quota. `Root` is where control groups are mounted ("/sys/fs/cgroup"),
/// `SelfGroups` the text of "/proc/self/cgroup". Understands versions 1 and 2 of control groups.
std::optional<unsigned> quotaCores(const std::string &Root, const std::string &SelfGroups);

/// The number of cores that the process may use: those of its affinity mask, at most its quota; at least 1. If OpenMP
/// binds threads (OMP_PROC_BIND, OMP_PLACES, ...), the mask of the calling thread contains only the thread's own place,
/// so all cores that are online count instead of the mask.
unsigned grantedCores(const Lookup &Environment);

/// The number of cores for one MPI rank that may use `Granted` of the machine's `Online` cores. If `Granted` is less
/// than `Online`, the launcher has bound the rank, which gets all `Granted` cores; else each of the `RanksHere` ranks
/// of this machine gets an equal part.
unsigned coresOfRank(unsigned Granted, unsigned Online, unsigned RanksHere);

/// Whether OpenMP's environment variables bind threads to places.
bool openMpBinds(const Lookup &Environment);

/// If OpenMP binds threads, the calling thread has inherited the place of the thread that created it; this function
/// then lets it run on any core that the control group allows. If OpenMP binds no threads, the mask stays as the user
/// set it.
void leaveInheritedPlace(const Lookup &Environment);

/// The vendor's name of the processor; "processor" if the system does not provide it.
std::string processorModel();

/// The process's number among those ranks of its MPI program that run on this node, and the number of these ranks.
struct LocalRank {
  unsigned Rank = 0, Count = 1;
};

/// Reads the variables of the launchers of Open MPI, MPICH, Intel MPI, MVAPICH and Slurm; {0, 1} without a launcher.
LocalRank localRank(const Lookup &Environment);

} // namespace hetrt

#endif
