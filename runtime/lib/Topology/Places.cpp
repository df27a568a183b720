// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds which hardware threads belong together, and divides them among the threads of a team.
#include "Topology/Places.h"

#include "Topology/Nodes.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sched.h>
#include <unistd.h>

namespace hetrt {
namespace {

/// The number of bits in a mask: enough for the largest machines.
constexpr unsigned MostProcessors = 1u << 16;
constexpr std::size_t MaskBytes = MostProcessors / 8;

cpu_set_t *asMask(std::vector<unsigned char> &Bytes) { return reinterpret_cast<cpu_set_t *>(Bytes.data()); }

/// Cuts the numbers 0 to `Total` - 1 into `Count` parts whose sizes differ by at most one, larger parts first. Returns
/// the bounds of part `Number`.
std::pair<std::size_t, std::size_t> evenCut(std::size_t Total, unsigned Number, unsigned Count) {
  const std::size_t Least = Total / Count, More = Total % Count;
  const std::size_t First = Number * Least + std::min<std::size_t>(Number, More);
  return {First, First + Least + (Number < More ? 1 : 0)};
}

Processors sorted(Processors Which) {
  std::sort(Which.begin(), Which.end());
  Which.erase(std::unique(Which.begin(), Which.end()), Which.end());
  return Which;
}

/// The processors listed in a file of sysfs, such as "0-3,8".
Processors listIn(const std::string &File) {
  std::string Line;
  std::ifstream Stream(File);
  std::getline(Stream, Line);
  return sorted(numbersIn(Line));
}

} // namespace

Processors allowedProcessors(bool Bound) {
  Processors Found;
  std::vector<unsigned char> Mask(MaskBytes);
  if (!Bound && sched_getaffinity(0, MaskBytes, asMask(Mask)) == 0)
    for (unsigned P = 0; P < MostProcessors; ++P)
      if (CPU_ISSET_S(P, MaskBytes, asMask(Mask)))
        Found.push_back(P);
  if (Found.empty())
    Found = listIn("/sys/devices/system/cpu/online");
  for (long P = 0; Found.empty() && P < std::max(1l, sysconf(_SC_NPROCESSORS_ONLN)); ++P)
    Found.push_back(static_cast<unsigned>(P));
  return Found;
}

Processors processorsNear(const std::string &Sys, const std::string &PciAddress) {
  return PciAddress.empty() ? Processors() : listIn(folderOfDevice(Sys, PciAddress) + "/local_cpulist");
}

std::vector<Processors> numaNodes(const std::string &Folder, const Processors &Allowed) {
  std::map<unsigned, Processors> Nodes; // sorted by the nodes' numbers
  std::error_code Error;
  for (const auto &Entry : std::filesystem::directory_iterator(Folder, Error)) {
    const std::string Name = Entry.path().filename();
    unsigned Number = 0;
    if (!Name.starts_with("node") ||
        std::from_chars(Name.data() + 4, Name.data() + Name.size(), Number).ptr != Name.data() + Name.size())
      continue;
    const Processors All = listIn(Entry.path() / "cpulist");
    Processors Own;
    std::set_intersection(All.begin(), All.end(), Allowed.begin(), Allowed.end(), std::back_inserter(Own));
    if (!Own.empty())
      Nodes[Number] = std::move(Own);
  }
  std::vector<Processors> Places;
  for (auto &[Number, Own] : Nodes)
    Places.push_back(std::move(Own));
  if (Places.empty())
    Places.push_back(Allowed);
  return Places;
}

std::vector<Processors> cutIntoPlaces(const Processors &All, unsigned Count) {
  std::vector<Processors> Places(Count);
  for (unsigned P = 0; P < Count; ++P) {
    auto [First, Last] = evenCut(All.size(), P, Count);
    Places[P].assign(All.begin() + std::ptrdiff_t(First), All.begin() + std::ptrdiff_t(Last));
    if (Places[P].empty())
      Places[P] = {All[P % All.size()]};
  }
  return Places;
}

std::vector<Processors> spreadOver(std::span<const Processors> Places, unsigned Threads) {
  const auto Count = static_cast<unsigned>(Places.size());
  std::vector<Processors> Parts;
  if (Threads > Count) {
    for (unsigned P = 0; P < Count; ++P) {
      const auto [First, Last] = evenCut(Threads, P, Count); // the threads that share the place
      for (Processors &Part : cutIntoPlaces(Places[P], static_cast<unsigned>(Last - First)))
        Parts.push_back(std::move(Part));
    }
    return Parts;
  }
  for (unsigned T = 0; T < Threads; ++T) {
    Processors Own;
    const auto [First, Last] = evenCut(Count, T, Threads);
    for (std::size_t P = First; P < Last; ++P)
      Own.insert(Own.end(), Places[P].begin(), Places[P].end());
    Parts.push_back(sorted(std::move(Own)));
  }
  return Parts;
}

std::vector<unsigned> dealCores(std::span<const Processors> Places, unsigned Cores) {
  std::vector<unsigned> Dealt(Places.size(), 1);
  std::size_t Left = Cores > Places.size() ? Cores - Places.size() : 0;
  for (bool Any = true; Left && Any;) {
    Any = false;
    for (std::size_t P = 0; P < Places.size() && Left; ++P)
      if (Dealt[P] < Places[P].size()) {
        ++Dealt[P];
        --Left;
        Any = true;
      }
  }
  return Dealt;
}

PlaceBinding::PlaceBinding(const Processors &On) {
  std::vector<unsigned char> Mask(MaskBytes), Old(MaskBytes);
  for (unsigned P : On)
    CPU_SET_S(P, MaskBytes, asMask(Mask));
  if (sched_getaffinity(0, MaskBytes, asMask(Old)) >= 0 && sched_setaffinity(0, MaskBytes, asMask(Mask)) == 0)
    Before = std::move(Old);
}

PlaceBinding::~PlaceBinding() {
  if (!Before.empty())
    static_cast<void>(sched_setaffinity(0, MaskBytes, asMask(Before)));
}

} // namespace hetrt
