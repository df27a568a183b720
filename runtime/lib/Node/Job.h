// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The MPI job that this process belongs to, as the environment says it: which MPI started it, and as which rank.
#ifndef HETRT_NODE_JOB_H
#define HETRT_NODE_JOB_H

#include <functional>
#include <string>
#include <string_view>

namespace hetrt::node {

/// The two families of MPI, whose binary interfaces differ.
enum class Mpi { None, OpenMpi, Mpich };

/// "Open MPI" or "MPICH"; "no MPI" for None.
std::string_view nameOf(Mpi Family);

/// The name of a family in the file names of shims: "openmpi" or "mpich".
std::string_view tagOf(Mpi Family);

struct Job {
  Mpi Family = Mpi::None;
  unsigned Rank = 0, Ranks = 1;
  std::string Problem; ///< Why the variables contradict each other, in one line; empty if they do not.
};

/// A function that looks up an environment variable; null if it is not set.
using Variables = std::function<const char *(const char *Name)>;

/// The job, from the environment variables that its launcher sets: mpirun of Open MPI, mpiexec of MPICH or a launcher
/// like it, or Slurm's srun with PMIx or PMI-2. If there are variables of Open MPI and of MPICH, and they disagree,
/// sets Problem, and takes the ranks from those of Open MPI.
Job jobOf(const Variables &Environment);

/// Whether HETRT_DEVICES lists nodes or, where it is not set, HETRT_NODES asks for nodes. Both texts may be null.
bool asksForNodes(const char *Devices, const char *Nodes);

/// The options in the text of HETRT_NODES.
struct NodeOptions {
  bool Wanted = false;
  double SilenceSeconds = 8; ///< A rank that sends nothing for so many seconds counts as dead.
  double LatencySeconds = 0; ///< Seconds that are added to the latency of the network.
  std::string Devices; ///< The devices among which nodes divide launches, such as "cpu+cuda:2"; empty: their cores.
};

/// Reads "0", "1", "timeout=SECONDS", "latency=SECONDS", "devices=KIND[:COUNT]+...", or several of these with commas
/// between. Returns a text that says what was wanted instead, or "". Does not check which kinds of devices exist.
std::string readNodeOptions(std::string_view Text, NodeOptions &Into);

} // namespace hetrt::node

#endif
