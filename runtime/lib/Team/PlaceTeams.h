// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine as a block with `proc_bind(spread)` uses it: the block has a thread for each place (a set of processors),
// and regions inside the block run on the cores and accelerators of their thread's place.
//
// Places are those of OpenMP; if it has none, the NUMA nodes; under HETRT_PLACES, equal parts of the processors.
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

/// The processors and accelerators that one thread of a block gives to the regions inside. Lives as long as the
/// process.
struct Place {
  unsigned Number = 0;
  Processors On;         ///< The place's hardware threads.
  unsigned Cores = 1;    ///< How many threads a team on this place may have.
  bool UsesCores = true; ///< Whether the team's threads compute iterations that accelerators can compute.
  /// The accelerators of the place: those near it that the block's clause allows.
  std::vector<const Accelerator *> Devices;
  bool Binds = true; ///< Whether the runtime binds the thread to the place, since OpenMP does not.

  bool has(const Accelerator &Which) const;

  /// The speed of the place relative to one core, as far as it is known without measurements.
  double width() const;
};

/// The places of the process, and their division among teams. Thread safe.
class PlaceTeams {
public:
  /// `Wanted`: the number of places that the settings want, or 0. `Cores`: how many cores the process may use.
  PlaceTeams(unsigned Wanted, unsigned Cores) : Wanted(Wanted), Cores(Cores) {}

  /// Whether the caller should ask OpenMP for its places and call setFromOpenMP(), whose first call counts.
  bool askOpenMP();
  void setFromOpenMP(std::vector<Processors> Places);

  /// How many places there are.
  unsigned count();

  /// The places of a team of `Threads` threads, with the cores and accelerators that `Devices` allows; `All` has the
  /// accelerators (null: none).
  std::span<const Place> of(unsigned Threads, const DeviceChoice &Devices, const Fleet *All);

private:
  struct Team {
    unsigned Threads;
    DeviceChoice Devices;
    bool HasFleet;
    std::vector<Place> Places;
  };

  const std::vector<Processors> &places();

  const unsigned Wanted, Cores; ///< How many places the settings want (0: not said), and how many cores there are.
  std::mutex Mutex;             ///< Guards the members from here on.
  bool IsSetFromOpenMP = false; ///< setFromOpenMP() was called.
  bool FromOpenMP = false;      ///< Known has OpenMP's places, to which OpenMP binds threads.
  std::vector<Processors> Known;
  std::deque<Team> Teams; ///< Elements never move, since regions keep pointers to places.
};

} // namespace hetrt

#endif
