// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Rewrite: writes the code around a block with a partition. Each thread of a team runs the block for one
// device, as the thread's part of the pass. Variables of the thread hold the bounds of the device's share.
#ifndef HETCC_LIB_REWRITE_BLOCKWRITER_H
#define HETCC_LIB_REWRITE_BLOCKWRITER_H

#include "Rewrite/TeamWriter.h"

namespace hetcc {

/// Writes the code before and after a block with a partition.
class BlockWriter : public RegionEmitter {
public:
  BlockWriter(const UnitWriting &Unit, const RegionGroup &Group, const Region &Instance, const std::string &Suffix)
      : RegionEmitter(Unit, Group, Instance, Suffix), Team(Unit, Group, Instance, Suffix) {}
  /// For a block over places (groups of processors): declares variables with the values of expressions in its data
  /// clauses at the beginning of the block. Regions inside of the block use these variables.
  std::string keptNumbers() const;
  /// Opens the team. The text of the block follows.
  std::string head() const;
  /// Closes the team and ends the pass.
  std::string tail() const;
  /// The name of the variable that points to the thread's part of the pass.
  std::string part() const { return "hetrt_part_" + N; }

private:
  std::string keptBounds(const std::string &From, const std::string &To) const;
  std::string sharedNumbers() const;
  std::string copies() const;
  std::string iterators() const;
  std::string scalars() const;

  const TeamWriter Team;
};

} // namespace hetcc
#endif
