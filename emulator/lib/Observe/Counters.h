// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts events of a launch, as the hardware counters of a GPU do: instructions by class, sectors of global memory,
// bank conflicts of shared memory, divergent branches, barriers, atomic updates. Times are not measured.
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
  std::uint64_t Bytes = 0;    // bytes that threads accessed
  std::uint64_t Sectors = 0;  // the sum over all requests of the number of sectors of the request
  std::uint64_t Distinct = 0; // the number of different sectors in the whole launch; valid when the launch has ended
};

struct Counts {
  std::array<std::uint64_t, ClassCount> Warps{}, Threads{}; // instructions by class, counted per warp and per thread
  Traffic Loads, Stores, Updates;
  std::uint64_t SharedRequests = 0, Replays = 0; // a replay: an access needs one more step, since it needs several
                                                 // words of one bank
  std::uint64_t SharedUpdates = 0;
  std::uint64_t Branches = 0, Parted = 0;
  std::uint64_t Barriers = 0; // arrivals of warps at barriers of the block

  void add(const Counts &Other);
};

/// The number of replays of an access to shared memory. There are 32 banks, each of which serves one word of 4 bytes at
/// a time; an access of 8 bytes is done for half of the warp at a time, one of 16 bytes for a quarter.
unsigned replaysOf(const Touches &Of);

/// Counts the events of one launch. counts() may be called when the launch has ended.
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
