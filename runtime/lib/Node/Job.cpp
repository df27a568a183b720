// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the environment variables of MPI launchers, and the text of HETRT_NODES.
#include "Node/Job.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace hetrt::node {
namespace {

template <typename Number> std::optional<Number> numberIn(std::string_view Text) {
  Number Value{};
  const auto [End, Error] = std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  return Error == std::errc() && End == Text.data() + Text.size() ? std::optional(Value) : std::nullopt;
}

std::optional<unsigned> numberOf(const Variables &Environment, const char *Name) {
  const char *Text = Environment(Name);
  return Text ? numberIn<unsigned>(Text) : std::nullopt;
}

/// Whether the text is a list of kinds of devices with plus signs between them, each kind with or without a count.
bool isDeviceList(std::string_view Text) {
  while (true) {
    const std::string_view Item = Text.substr(0, Text.find('+')), Kind = Item.substr(0, Item.find(':'));
    const auto Count = numberIn<unsigned>(Item.substr(std::min(Kind.size() + 1, Item.size())));
    const bool HasCount = Item.size() > Kind.size();
    if (Kind.empty() || (HasCount && (!Count || *Count > 65536)))
      return false;
    if (Item.size() == Text.size())
      return true;
    Text.remove_prefix(Item.size() + 1);
  }
}

/// The job, if the variables that a launcher sets for rank and size are there and fit together.
std::optional<Job> from(const Variables &Environment, Mpi Family, const char *Rank, const char *Size) {
  const auto R = numberOf(Environment, Rank), N = numberOf(Environment, Size);
  if (!R || !N || *R >= *N)
    return std::nullopt;
  return Job{Family, *R, *N, ""};
}

} // namespace

std::string_view nameOf(Mpi Family) {
  return Family == Mpi::OpenMpi ? "Open MPI" : Family == Mpi::Mpich ? "MPICH" : "no MPI";
}

std::string_view tagOf(Mpi Family) { return Family == Mpi::OpenMpi ? "openmpi" : "mpich"; }

Job jobOf(const Variables &Environment) {
  const auto Open = from(Environment, Mpi::OpenMpi, "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE");
  const auto Hydra = from(Environment, Mpi::Mpich, "PMI_RANK", "PMI_SIZE");
  // Under srun, SLURM_STEP_NUM_TASKS is the number of ranks, and PMIX_RANK is the rank with --mpi=pmix.
  const auto Slurm = from(Environment, Mpi::OpenMpi, "PMIX_RANK", "SLURM_STEP_NUM_TASKS");
  if (Open && Hydra && (Open->Rank != Hydra->Rank || Open->Ranks != Hydra->Ranks)) {
    Job Mixed = *Open;
    Mixed.Problem = "the launchers of both Open MPI and MPICH have started this process, one inside the other";
    return Mixed;
  }
  return Open ? *Open : Hydra ? *Hydra : Slurm.value_or(Job{});
}

bool asksForNodes(const char *Devices, const char *Nodes) {
  if (Devices && *Devices) {
    std::string_view List = Devices;
    while (true) {
      const std::string_view Item = List.substr(0, List.find(','));
      if (Item.substr(0, Item.find(':')) == "node" && Item != "node:0")
        return true;
      if (Item.size() == List.size())
        return false;
      List.remove_prefix(Item.size() + 1);
    }
  }
  NodeOptions Options;
  return Nodes && readNodeOptions(Nodes, Options).empty() && Options.Wanted;
}

std::string readNodeOptions(std::string_view Text, NodeOptions &Into) {
  constexpr double LongestSeconds = 1e6;
  while (!Text.empty()) {
    const std::string_view Item = Text.substr(0, Text.find(','));
    const auto SecondsOf = [Item](std::string_view Name) {
      return Item.starts_with(Name) ? numberIn<double>(Item.substr(Name.size())) : std::nullopt;
    };
    const auto Timeout = SecondsOf("timeout="), Latency = SecondsOf("latency=");
    if (Item == "0" || Item == "1")
      Into.Wanted = Item == "1";
    else if (Timeout && *Timeout >= 1 && *Timeout <= LongestSeconds)
      Into.SilenceSeconds = *Timeout;
    else if (Latency && *Latency >= 0 && *Latency <= 1)
      Into.LatencySeconds = *Latency;
    else if (Item.starts_with("devices=") && isDeviceList(Item.substr(8)))
      Into.Devices = Item.substr(8);
    else
      return "wanted '0', '1', 'timeout=SECONDS' from 1 on, 'latency=SECONDS' up to 1 or 'devices=cpu+KIND:COUNT', "
             "with "
             "commas between";
    Text.remove_prefix(std::min(Item.size() + 1, Text.size()));
  }
  return "";
}

} // namespace hetrt::node
