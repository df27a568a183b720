// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts events; each worker thread has its own counters, which are added at the end.

#include "Observe/Counters.h"

#include <algorithm>

namespace emulator {

const std::array<const char *, ClassCount> ClassNames = {"integer", "float32", "float64",  "conversion", "comparison",
                                                         "move",    "global",  "shared",   "local",      "parameter",
                                                         "generic", "atomic",  "exchange", "branch",     "barrier"};

void SectorSet::insert(std::uint64_t Sector) {
  if (const std::uint64_t Number = Sector >> PageShift; Number != RecentNumber || !Recent) {
    RecentNumber = Number;
    Recent = &Pages[Number];
  }
  Recent->set(Sector & ((std::uint64_t(1) << PageShift) - 1));
}

void SectorSet::insert(const SectorSet &Other) {
  for (const auto &[Number, Of] : Other.Pages)
    Pages[Number] |= Of;
}

std::uint64_t SectorSet::count() const {
  std::uint64_t Sum = 0;
  for (const auto &[Number, Of] : Pages)
    Sum += Of.count();
  return Sum;
}

namespace {

void addTo(Traffic &Into, const Traffic &Other) {
  Into.Requests += Other.Requests, Into.Bytes += Other.Bytes;
  Into.Sectors += Other.Sectors, Into.Distinct += Other.Distinct;
}

} // namespace

void Counts::add(const Counts &Other) {
  for (unsigned C = 0; C < ClassCount; ++C)
    Warps[C] += Other.Warps[C], Threads[C] += Other.Threads[C];
  addTo(Loads, Other.Loads), addTo(Stores, Other.Stores), addTo(Updates, Other.Updates);
  SharedRequests += Other.SharedRequests, Replays += Other.Replays, SharedUpdates += Other.SharedUpdates;
  Branches += Other.Branches, Parted += Other.Parted, Barriers += Other.Barriers;
}

unsigned replaysOf(const Touches &Of) {
  const unsigned Words = std::max(Of.Bytes / 4, 1u), Together = WarpSize / Words;
  unsigned Replays = 0;
  for (unsigned First = 0; First < WarpSize; First += Together) {
    std::array<std::uint64_t, WarpSize> Wanted; // the words that these threads access
    std::size_t Count = 0;
    for (unsigned Lane = First; Lane < First + Together; ++Lane)
      for (unsigned Word = 0; Word < Words && Of.Shared >> Lane & 1; ++Word)
        Wanted[Count++] = Of.Address[Lane] / 4 + Word;
    std::sort(Wanted.begin(), Wanted.begin() + Count);
    Count = static_cast<std::size_t>(std::unique(Wanted.begin(), Wanted.begin() + Count) - Wanted.begin());
    std::array<unsigned, WarpSize> OfBank{};
    for (std::size_t I = 0; I < Count; ++I)
      ++OfBank[Wanted[I] % WarpSize];
    Replays += std::max(*std::max_element(OfBank.begin(), OfBank.end()), 1u) - 1;
  }
  return Replays;
}

class Counting : public Observer {
public:
  explicit Counting(Counters &Into) : Into(Into) {}
  Counting(const Counting &) = delete;
  Counting &operator=(const Counting &) = delete;
  ~Counting() override {
    std::lock_guard Guard(Into.Lock);
    Into.All.add(Mine);
    Into.Loaded.insert(Loaded), Into.Stored.insert(Stored), Into.Updated.insert(Updated);
  }

  void executes(const Warp &, const Instruction &I, Lanes Who) override {
    const auto Of = static_cast<unsigned>(I.Counted);
    ++Mine.Warps[Of];
    Mine.Threads[Of] += static_cast<unsigned>(__builtin_popcount(Who));
    Mine.Branches += I.Kind == Flow::Branch;
  }
  void parts(const Warp &) override { ++Mine.Parted; }
  void arrives(const Warp &, unsigned, Lanes) override { ++Mine.Barriers; }
  void touches(Warp &, const Instruction &, const Touches &Each) override {
    if (Each.Shared) {
      ++Mine.SharedRequests;
      Mine.Replays += replaysOf(Each);
      Mine.SharedUpdates += Each.Does == Touch::Update;
    }
    if (!Each.Global)
      return;
    if (Each.Does == Touch::Load)
      count(Each, Mine.Loads, Loaded);
    else
      count(Each, Each.Does == Touch::Store ? Mine.Stores : Mine.Updates, Each.Does == Touch::Store ? Stored : Updated);
  }

private:
  static void count(const Touches &Each, Traffic &Of, SectorSet &All) {
    std::array<std::uint64_t, WarpSize> Sectors;
    std::size_t Count = 0;
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      if (Each.Global >> Lane & 1)
        Sectors[Count++] = Each.Address[Lane] / SectorBytes;
    Of.Bytes += Count * Each.Bytes;
    ++Of.Requests;
    std::sort(Sectors.begin(), Sectors.begin() + Count);
    Count = static_cast<std::size_t>(std::unique(Sectors.begin(), Sectors.begin() + Count) - Sectors.begin());
    Of.Sectors += Count;
    for (std::size_t I = 0; I < Count; ++I)
      All.insert(Sectors[I]);
  }

  Counters &Into;
  Counts Mine;
  SectorSet Loaded, Stored, Updated;
};

std::unique_ptr<Observer> Counters::observe(const Block &) { return std::make_unique<Counting>(*this); }

Counts Counters::counts() const {
  std::lock_guard Guard(Lock);
  Counts Made = All;
  Made.Loads.Distinct = Loaded.count();
  Made.Stores.Distinct = Stored.count();
  Made.Updates.Distinct = Updated.count();
  return Made;
}

} // namespace emulator
