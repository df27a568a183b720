// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arrays of a region: constant tables, and the code that tells the runtime of a call's
// numbers, addresses and captured values where it asks.
#ifndef HETCC_LIB_REWRITE_ARRAYWRITER_H
#define HETCC_LIB_REWRITE_ARRAYWRITER_H

#include "Analysis/Windows/Tables.h"
#include "Rewrite/Initializer.h"
#include "Rewrite/RegionEmitter.h"

namespace hetcc {

/// A value that devices have as it was when the pass began.
struct CopiedValue {
  std::string Name, Guard;
};

class ArrayWriter : public RegionEmitter {
public:
  ArrayWriter(const UnitWriting &Unit, const RegionGroup &Group, const Region &Instance, const std::string &Suffix);
  /// `hetrt_terms_`, `hetrt_ends_`, `hetrt_boxes_` and `hetrt_arrays_`; empty without arrays.
  std::string tables() const;
  /// What a region's descriptor says of them.
  void describe(Initializer &Descriptor) const;
  /// What a call computes whether anybody asks or not, since it may do more than that.
  std::string once() const;
  /// `hetrt_numbers_` and `hetrt_described_`, behind the values that the call has captured.
  std::string numbers() const;

private:
  std::string mark() const;
  std::string arrayFlags(const Window &W, const TableArray &A) const;
  std::string arrayInfo(unsigned Which) const;
  std::string boxInfo(const TableBox &B) const;
  std::string lengthsByAlias() const;
  std::string onceName(size_t Slot) const { return "hetrt_number_" + N + "_" + std::to_string(Slot + 1); }

  Tables Own;
  /// Variables that an array that is written may be part of: devices have their old values.
  std::vector<CopiedValue> Copied;
  std::vector<TableNumber> ElementSizes; ///< of those for which a clause says it; else 0
};

} // namespace hetcc
#endif
