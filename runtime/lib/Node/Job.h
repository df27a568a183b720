// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the environment says of the job that a process belongs to: which MPI started it, as which rank.
#ifndef HETRT_NODE_JOB_H
#define HETRT_NODE_JOB_H

#include <functional>
#include <string>
#include <string_view>

namespace hetrt::node {

/// The two families of MPI, whose binary interfaces differ.
enum class Mpi { None, OpenMpi, Mpich };

/// "Open MPI" or "MPICH"; "no MPI".
std::string_view nameOf(Mpi Family);

/// What the shim of a family is called, in file names: "openmpi" or "mpich".
std::string_view tagOf(Mpi Family);

struct Job {
  Mpi Family = Mpi::None;
  unsigned Rank = 0, Ranks = 1;
  std::string Problem; ///< What does not fit together, one line; empty if all does.
};

/// Looks up an environment variable; null if it is not set.
using Variables = std::function<const char *(const char *Name)>;

/// As mpirun of Open MPI, mpiexec of MPICH and those like it, and Slurm's srun with PMIx or PMI-2 say. Two that
/// disagree are a problem; the ranks are then those of the first.
Job jobOf(const Variables &Environment);

/// Whether HETRT_DEVICES lists nodes, or, where it is not set, HETRT_NODES asks for them. Texts may be null.
bool asksForNodes(const char *Devices, const char *Nodes);

/// What HETRT_NODES may say.
struct NodeOptions {
  bool Wanted = false;
  double SilenceSeconds = 8; ///< After which a rank that says nothing counts as dead.
  double LatencySeconds = 0; ///< That the network has besides its own.
  std::string Devices;       ///< That nodes divide launches among, such as "cpu+cuda:2"; empty: their cores.
};

/// Reads "0", "1", "timeout=SECONDS", "latency=SECONDS", "devices=KIND[:COUNT]+..." or several of them, with commas
/// between; returns what was wanted instead, or "". Which kinds there are is for others.
std::string readNodeOptions(std::string_view Text, NodeOptions &Into);

} // namespace hetrt::node

#endif
