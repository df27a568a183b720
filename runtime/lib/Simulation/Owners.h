// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// On which node the values of each iteration are, of arrays that stay.
#ifndef HETRT_SIMULATION_OWNERS_H
#define HETRT_SIMULATION_OWNERS_H

#include "Schedule/Scheduler.h"

#include <cstdint>
#include <map>
#include <vector>

namespace hetrt {

/// Ranges of iterations by their owner. All belong to Nobody at first: their values are where the program made them.
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
  /// Part by owners, in order.
  std::vector<Piece> pieces(Range Part) const;

  uint64_t iterations() const { return Last; }

private:
  std::map<uint64_t, unsigned> Begins; ///< first iterations of runs of one owner
  uint64_t Last;
};

} // namespace hetrt

#endif
