// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts events of a launch, as a GPU's counters do: instructions by class, sectors of global memory, bank conflicts of
// shared memory, divergent branches, barriers, atomic updates. Nothing here measures time.
#ifndef EMULATOR_OBSERVE_COUNTERS_H
#define EMULATOR_OBSERVE_COUNTERS_H

#include "Execute/Block.h"

#include <bitset>
#include <mutex>
#include <unordered_map>

namespace emulator {

constexpr unsigned SectorBytes = 32;

/// The names of the values of Class in tables and JSON.
extern const std::array<const char *, ClassCount> ClassNames;

/// A set of sectors of 32 bytes of global memory.
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

/// Counts of loads, stores or atomic updates of global memory.
struct Traffic {
  std::uint64_t Requests = 0; // instructions, counted once per warp
  std::uint64_t Bytes = 0;    // that threads accessed
  std::uint64_t Sectors = 0;  // sum over all requests of the sectors of a request
  std::uint64_t Distinct = 0; // different sectors of the whole launch; valid when it has ended
};

struct Counts {
  std::array<std::uint64_t, ClassCount> Warps{}, Threads{}; // instructions by class, counted per warp and per thread
  Traffic Loads, Stores, Updates;
  std::uint64_t SharedRequests = 0, Replays = 0; // a replay is one more pass over shared memory because of words in the
                                                 // same bank
  std::uint64_t SharedUpdates = 0;
  std::uint64_t Branches = 0, Parted = 0;
  std::uint64_t Barriers = 0; // arrivals of warps at barriers of the block

  void add(const Counts &Other);
};

/// The number of replays of an access of shared memory. There are 32 banks of words of 4 bytes, each of which serves
/// one word at a time; an access of 8 or 16 bytes is done by halves or quarters of the warp.
unsigned replaysOf(const Touches &Of);

/// Counts one launch; call counts() when the launch has ended.
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
