// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine as teams of teams see it: a block with `proc_bind(spread)` has a thread for each place, and regions
// inside run on the cores and accelerators of their thread's place.
//
// Places are what OpenMP calls so; where it has none, the NUMA nodes; under HETRT_PLACES, equal parts of the
// processors.
#ifndef HETRT_TEAM_PLACETEAMS_H
#define HETRT_TEAM_PLACETEAMS_H

#include "Team/DeviceChoice.h"
#include "Team/Fleet.h"
#include "Topology/Places.h"

#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

namespace hetrt {

/// What one thread of a block lends to the regions inside. Lives as long as the process.
struct Place {
  unsigned Number = 0;
  Processors On;                            ///< Its hardware threads.
  unsigned Cores = 1;                       ///< Threads that a team there may have.
  bool UsesCores = true;                    ///< Whether they compute what accelerators can.
  std::vector<const Accelerator *> Devices; ///< Those near it that the block's clause leaves to it.
  bool Binds = true;                        ///< Whether the thread is bound here, since OpenMP does not do it.

  bool has(const Accelerator &Which) const;

  /// Its throughput relative to that of one core, as far as that is known without measuring.
  double width() const;
};

/// Thread safe.
class PlaceTeams {
public:
  /// `Cores` is how many cores the process may use.
  PlaceTeams(unsigned Wanted, unsigned Cores) : Wanted(Wanted), Cores(Cores) {}

  /// Whether OpenMP's places are still to be told; those that are told first count.
  bool askOpenMP();
  void setFromOpenMP(std::vector<Processors> Places);

  /// How many places there are.
  unsigned count();

  /// The places of a team of `Threads`, as `Devices` leaves them; of all accelerators where `All` is not null.
  std::span<const Place> of(unsigned Threads, const DeviceChoice &Devices, const Fleet *All);

private:
  struct Team {
    unsigned Threads;
    DeviceChoice Devices;
    bool HasFleet;
    std::vector<Place> Places;
  };

  const std::vector<Processors> &places();

  const unsigned Wanted, Cores; ///< Places that the settings want, or 0.
  std::mutex Mutex;             ///< Guards all below.
  bool Told = false;            ///< OpenMP's places are known,
  bool FromOpenMP = false;      ///< and there are some, to which it binds threads.
  std::vector<Processors> Known;
  std::deque<Team> Teams; ///< Never moved: regions keep pointers to places.
};

} // namespace hetrt

#endif
