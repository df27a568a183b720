// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a launch did, counted as a GPU's counters do: instructions by class, sectors of global memory, conflicts of
// shared memory's banks, branches that part threads, barriers, atomic updates. None of it is time.
#ifndef EMULATOR_OBSERVE_COUNTERS_H
#define EMULATOR_OBSERVE_COUNTERS_H

#include "Execute/Block.h"

#include <bitset>
#include <mutex>
#include <unordered_map>

namespace emulator {

constexpr unsigned SectorBytes = 32;

/// Names of Class, as tables and JSON have them.
extern const std::array<const char *, ClassCount> ClassNames;

/// Sectors of 32 bytes, each once.
class SectorSet {
public:
  void insert(std::uint64_t Sector);
  void insert(const SectorSet &Other);
  std::uint64_t count() const;

private:
  static constexpr unsigned PageShift = 12;
  using Page = std::bitset<std::size_t(1) << PageShift>;
  std::unordered_map<std::uint64_t, Page> Pages;
  std::uint64_t RecentNumber = ~std::uint64_t(0);
  Page *Recent = nullptr;
};

/// Loads, stores or updates of global memory.
struct Traffic {
  std::uint64_t Requests = 0; // instructions of warps
  std::uint64_t Bytes = 0;    // that threads asked for
  std::uint64_t Sectors = 0;  // of each request, added up
  std::uint64_t Distinct = 0; // of the whole launch, once it has ended
};

struct Counts {
  std::array<std::uint64_t, ClassCount> Warps{}, Threads{}; // instructions by class, of warps and of their threads
  Traffic Loads, Stores, Updates;
  std::uint64_t SharedRequests = 0, Replays = 0; // a replay: one more turn, for words of one bank
  std::uint64_t SharedUpdates = 0;
  std::uint64_t Branches = 0, Parted = 0;
  std::uint64_t Barriers = 0; // arrivals of warps

  void add(const Counts &Other);
};

/// Turns that an access of shared memory takes beyond those that its size needs: words of 4 bytes in 32 banks, of which
/// one word each goes at once; accesses of 8 and 16 bytes go by halves and quarters of the warp.
unsigned replaysOf(const Touches &Of);

/// Counts of one launch; counts() when it has ended.
class Counters : public Observation {
public:
  std::unique_ptr<Observer> observe(const Block &Of) override;
  Counts counts() const;

private:
  friend class Counting;
  mutable std::mutex Lock;
  Counts All;
  SectorSet Loaded, Stored, Updated;
};

} // namespace emulator

#endif
