// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Rewrite: writes constant tables that describe the arrays of a region, and code that computes the numbers,
// addresses and captured values of one call. A pass on the CPUs alone does not need these, so generated code computes
// them only if the runtime returns HETRT_WANTS_ARRAYS.
#ifndef HETCC_LIB_REWRITE_ARRAYWRITER_H
#define HETCC_LIB_REWRITE_ARRAYWRITER_H

#include "Rewrite/Initializer.h"
#include "Rewrite/RegionEmitter.h"

namespace hetcc {

/// Writes the tables and the description of one region's arrays.
class ArrayWriter : public RegionEmitter {
public:
  ArrayWriter(const UnitWriting &Unit, const RegionGroup &Group, const Region &Instance, const std::string &Suffix)
      : RegionEmitter(Unit, Group, Instance, Suffix), Own(Instance.Described.Arrays) {}
  /// Returns the tables `hetrt_terms_`, `hetrt_ends_`, `hetrt_boxes_` and `hetrt_arrays_`; "" if there are no arrays.
  std::string tables() const;
  /// Sets the fields of the region's descriptor that point to the tables.
  void describe(Initializer &Descriptor) const;
  /// Computes the numbers whose expressions may have side effects. Each call must execute this code exactly once,
  /// whether or not the runtime requests the numbers.
  std::string once() const;
  /// Defines `hetrt_numbers_`, the numbers that the formulas in the tables use, and `hetrt_described_`, the description
  /// of this call's arrays. It names `hetrt_captured_`, so the caller must place this code after
  /// CallWriter::captured().
  std::string numbers() const;

private:
  std::string mark() const;
  std::string arrayFlags(const Window &W, const TableArray &A) const;
  std::string declaredBytes(const Window &W) const;
  std::string arrayInfo(unsigned Which) const;
  std::string boxInfo(const TableBox &B) const;
  std::string lengthsByAlias() const;
  std::string onceName(size_t Slot) const { return "hetrt_number_" + N + "_" + std::to_string(Slot + 1); }

  const Tables &Own;
};

} // namespace hetcc
#endif
