// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the affinity mask, the control groups and the launcher's variables.
#include "Topology/Granted.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <sched.h>
#include <string_view>
#include <unistd.h>

namespace hetrt {
namespace {

std::optional<long long> readNumber(std::string_view Text) {
  long long Value = 0;
  auto [End, Error] = std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  if (Error != std::errc())
    return std::nullopt;
  return Value;
}

/// The text of a file; empty if the file cannot be opened. Uses no C++ stream, since the first use of a stream in a
/// process takes longer than all other work of this source file.
std::string textOf(const std::string &Path) {
  std::string Text;
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> File(std::fopen(Path.c_str(), "re"), std::fclose);
  char Block[1024];
  while (const std::size_t Count = File ? std::fread(Block, 1, sizeof Block, File.get()) : 0)
    Text.append(Block, Count);
  return Text;
}

/// Removes the part of the text before the first separator, and the separator. Returns the part.
std::string_view takeUpTo(char Separator, std::string_view &Text) {
  const std::string_view Part = Text.substr(0, Text.find(Separator));
  Text.remove_prefix(std::min(Part.size() + 1, Text.size()));
  return Part;
}

std::string firstLine(const std::string &Path) {
  const std::string Text = textOf(Path);
  return Text.substr(0, Text.find('\n'));
}

std::optional<unsigned> coresOf(std::optional<long long> Quota, std::optional<long long> Period) {
  if (!Quota || !Period || *Quota <= 0 || *Period <= 0)
    return std::nullopt;
  return static_cast<unsigned>((*Quota + *Period - 1) / *Period);
}

/// In version 2 of control groups, "cpu.max" holds "<quota> <period>" or "max <period>", in microseconds.
std::optional<unsigned> quotaOfVersion2(const std::string &Folder) {
  const std::string Line = firstLine(Folder + "/cpu.max");
  std::string_view Period = Line;
  const std::string_view Quota = takeUpTo(' ', Period);
  return coresOf(readNumber(Quota), readNumber(Period));
}

/// In version 1 of control groups, quota and period are in separate files; a quota of -1 means none.
std::optional<unsigned> quotaOfVersion1(const std::string &Folder) {
  return coresOf(readNumber(firstLine(Folder + "/cpu.cfs_quota_us")),
                 readNumber(firstLine(Folder + "/cpu.cfs_period_us")));
}

std::optional<unsigned> smaller(std::optional<unsigned> A, std::optional<unsigned> B) {
  if (!A || !B)
    return A ? A : B;
  return std::min(*A, *B);
}

/// The smallest quota of the group `Path` and of all groups above it, up to the root. In a container, `Path` may be the
/// group's path on the host, whose folder is not visible in the container; the root is then the container's own group.
template <typename Reader>
std::optional<unsigned> quotaUpwards(const std::string &Mount, std::string Path, Reader Read) {
  std::optional<unsigned> Smallest;
  while (!Path.empty() && Path != "/") {
    Smallest = smaller(Smallest, Read(Mount + Path));
    Path.resize(Path.find_last_of('/'));
  }
  return smaller(Smallest, Read(Mount));
}

bool listHas(std::string_view List, std::string_view Word) {
  while (!List.empty())
    if (takeUpTo(',', List) == Word)
      return true;
  return false;
}

/// The number of cores in the calling thread's mask; tries larger masks for machines with more than 1024 cores.
unsigned maskedCores() {
  for (std::size_t Bits = CPU_SETSIZE; Bits <= (1u << 20); Bits *= 2) {
    cpu_set_t *Set = CPU_ALLOC(Bits);
    const std::size_t Size = CPU_ALLOC_SIZE(Bits);
    const int Result = sched_getaffinity(0, Size, Set);
    const int Error = errno;
    const int Count = Result == 0 ? CPU_COUNT_S(Size, Set) : 0;
    CPU_FREE(Set);
    if (Result == 0)
      return static_cast<unsigned>(std::max(Count, 1));
    if (Error != EINVAL)
      break;
  }
  return 1;
}

} // namespace

bool openMpBinds(const Lookup &Environment) {
  const char *Bind = Environment("OMP_PROC_BIND");
  if (Bind && *Bind)
    return strcasecmp(Bind, "false") != 0;
  for (const char *Name : {"OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"})
    if (const char *Value = Environment(Name); Value && *Value)
      return true;
  return false;
}

std::optional<unsigned> quotaCores(const std::string &Root, const std::string &SelfGroups) {
  std::optional<unsigned> Smallest;
  std::string_view Lines = SelfGroups;
  // Each line is "<number>:<controllers>:<path>"; version 2 has number 0 and no controllers.
  while (!Lines.empty()) {
    std::string_view Rest = takeUpTo('\n', Lines);
    if (std::ranges::count(Rest, ':') < 2)
      continue;
    takeUpTo(':', Rest);
    const std::string Controllers(takeUpTo(':', Rest)), Path(Rest);
    if (Controllers.empty()) {
      Smallest = smaller(Smallest, quotaUpwards(Root, Path, quotaOfVersion2));
    } else if (listHas(Controllers, "cpu")) {
      Smallest = smaller(Smallest, quotaUpwards(Root + "/" + Controllers, Path, quotaOfVersion1));
      Smallest = smaller(Smallest, quotaUpwards(Root + "/cpu", Path, quotaOfVersion1));
    }
  }
  return Smallest;
}

unsigned grantedCores(const Lookup &Environment) {
  unsigned Cores = maskedCores();
  if (openMpBinds(Environment))
    Cores = static_cast<unsigned>(std::max(1l, sysconf(_SC_NPROCESSORS_ONLN)));
  if (auto Quota = quotaCores("/sys/fs/cgroup", textOf("/proc/self/cgroup")))
    Cores = std::min(Cores, *Quota);
  return std::max(Cores, 1u);
}

unsigned coresOfRank(unsigned Granted, unsigned Online, unsigned RanksHere) {
  return Granted < Online ? Granted : std::max(Granted / std::max(RanksHere, 1u), 1u);
}

void leaveInheritedPlace(const Lookup &Environment) {
  if (!openMpBinds(Environment))
    return;
  // All bits are set, since the kernel ignores cores that do not exist or are not allowed.
  cpu_set_t All;
  std::memset(&All, 0xff, sizeof All);
  static_cast<void>(sched_setaffinity(0, sizeof All, &All));
}

std::string processorModel() {
  std::ifstream File("/proc/cpuinfo");
  for (std::string Line; std::getline(File, Line);) {
    const std::size_t Colon = Line.find(": ");
    if (Line.starts_with("model name") && Colon != std::string::npos)
      return Line.substr(Colon + 2);
  }
  return "processor";
}

LocalRank localRank(const Lookup &Environment) {
  struct Launcher {
    const char *Rank, *Count;
  };
  constexpr Launcher Launchers[] = {
      {"OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"}, // Open MPI
      {"MPI_LOCALRANKID", "MPI_LOCALNRANKS"},                       // MPICH, Intel MPI (hydra)
      {"MV2_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_SIZE"},   // MVAPICH 2
      {"PMIX_LOCAL_RANK", "PMIX_LOCAL_SIZE"},
      {"PMI_LOCAL_RANK", "PMI_LOCAL_SIZE"},
      {"SLURM_LOCALID", "SLURM_NTASKS_PER_NODE"},
  };
  auto NumberOf = [&](const char *Name) -> std::optional<long long> {
    const char *Text = Environment(Name);
    return Text ? readNumber(Text) : std::nullopt;
  };
  for (const Launcher &From : Launchers) {
    auto Rank = NumberOf(From.Rank);
    if (!Rank || *Rank < 0)
      continue;
    // If the launcher does not set the number of ranks, the lower bound that follows from this process's rank is used.
    const long long Count = std::max(NumberOf(From.Count).value_or(0), *Rank + 1);
    return {static_cast<unsigned>(*Rank), static_cast<unsigned>(Count)};
  }
  return {};
}

} // namespace hetrt
