// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For arrays that stay on nodes: records which node has the current values that each iteration wrote.
#ifndef HETRT_SIMULATION_OWNERS_H
#define HETRT_SIMULATION_OWNERS_H

#include "Schedule/Scheduler.h"

#include <cstdint>
#include <map>
#include <vector>

namespace hetrt {

/// Maps iterations to owners, the nodes that have their values. At first the owner of all iterations is Nobody: the
/// values are on rank 0.
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
  /// Cuts Part into pieces whose iterations have the same owner, in ascending order.
  std::vector<Piece> pieces(Range Part) const;

  uint64_t iterations() const { return Last; }

private:
  std::map<uint64_t, unsigned> Begins; ///< the owner of each sequence of iterations with one owner; the key is its
                                       ///< first iteration
  uint64_t Last;
};

} // namespace hetrt

#endif
