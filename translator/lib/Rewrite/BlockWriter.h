// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The team of a block: each thread takes a part of it, and has the bounds of its share in variables of its own.
#ifndef HETCC_LIB_REWRITE_BLOCKWRITER_H
#define HETCC_LIB_REWRITE_BLOCKWRITER_H

#include "Rewrite/TeamWriter.h"

namespace hetcc {

class BlockWriter : public RegionEmitter {
public:
  BlockWriter(const UnitWriting &Unit, const RegionGroup &Group, const Region &Instance, const std::string &Suffix)
      : RegionEmitter(Unit, Group, Instance, Suffix), Team(Unit, Group, Instance, Suffix) {}
  /// What the clauses of a block over places say of its arrays when it begins holds for all that is inside.
  std::string keptNumbers() const;
  /// The team up to the block; and what closes it and ends the pass.
  std::string head() const;
  std::string tail() const;
  /// The thread's part.
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
