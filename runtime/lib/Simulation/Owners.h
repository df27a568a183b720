// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records which node has the current values of each iteration, for arrays that stay on nodes.
#ifndef HETRT_SIMULATION_OWNERS_H
#define HETRT_SIMULATION_OWNERS_H

#include "Schedule/Scheduler.h"

#include <cstdint>
#include <map>
#include <vector>

namespace hetrt {

/// Maps ranges of iterations to their owners. At first all belong to Nobody: their values are on rank 0.
class Owners {
public:
  static constexpr unsigned Nobody = ~0u;

  explicit Owners(uint64_t Iterations) : Last(Iterations) { Begins[0] = Nobody; }

  unsigned at(uint64_t Iteration) const { return std::prev(Begins.upper_bound(Iteration))->second; }
  void set(Range Part, unsigned Owner);

  struct Piece {
    Range Part;
    unsigned Owner;
  };
  /// The parts of Part with one owner each, in order.
  std::vector<Piece> pieces(Range Part) const;

  uint64_t iterations() const { return Last; }

private:
  std::map<uint64_t, unsigned> Begins; ///< owner of each run of iterations, by the first iteration of the run
  uint64_t Last;
};

} // namespace hetrt

#endif
