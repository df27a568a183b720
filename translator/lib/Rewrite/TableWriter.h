// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Rewrite: writes the constant tables of a region, and its descriptor (hetrt_region), which refers to the
// tables.
#ifndef HETCC_LIB_REWRITE_TABLEWRITER_H
#define HETCC_LIB_REWRITE_TABLEWRITER_H

#include "Rewrite/Initializer.h"
#include "Rewrite/RegionEmitter.h"

namespace hetcc {

/// Writes the tables and the descriptor of one region.
class TableWriter : public RegionEmitter {
public:
  using RegionEmitter::RegionEmitter;
  /// Returns all tables of a loop or a block, of which `hetrt_region_` is the last. `Content` is a hash of the region's
  /// text and tables, by which the runtime recognises the region.
  std::string write(uint64_t Content) const;

private:
  /// The forms of a loop for devices, as expressions; "0" for forms that the loop does not have.
  struct Forms {
    std::string Emulated = "0", Image = "0", Kernel = "0", Outlined = "0";
  };
  std::string regionFlags() const;
  std::string memoryPolicy() const;
  bool isBlock() const { return R.Loop.Clause; }
  bool hasKernels() const { return isBlock() && Group.hasDeviceForm() && !Group.Loops.empty(); }
  bool hasLanes() const { return !isBlock() && Group.hasDeviceForm() && !R.Lanes.Loops.empty(); }
  bool hasVariant() const { return !isBlock() && R.Site.Source->Variant; }
  Forms loopForms() const;
  Forms blockForms(const RegionGroup &Loop) const;
  void identify(Initializer &Descriptor, uint64_t Content) const;
  static void setForms(Initializer &Descriptor, const Forms &Found);
  static void setOutlined(Initializer &Descriptor, const Forms &Found);
  Initializer begin(const Directive &Of) const;
  std::vector<std::string> callees() const;
  std::vector<std::string> lendings() const;
  std::vector<std::string> filled(std::string &Arguments) const;
  std::string kernels() const;
  std::string variant() const; // VariantText.cpp
  std::string lanes() const;   // LaneText.cpp
};

} // namespace hetcc
#endif
