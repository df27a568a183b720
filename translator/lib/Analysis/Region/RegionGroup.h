// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that is known of one directive: a Region for each instance of the templates around it. A template has one source
// text for all its instances, so generated code in it must be right for each instance.
#ifndef HETCC_LIB_ANALYSIS_REGION_REGIONGROUP_H
#define HETCC_LIB_ANALYSIS_REGION_REGIONGROUP_H

#include "Analysis/Region/Region.h"

namespace hetcc {

struct RegionGroup {
  Directive *Source = nullptr;
  std::vector<Region> Instances;           ///< one for each instance of the enclosing templates; one without templates
  std::vector<const clang::Stmt *> Blocks; ///< for a data directive: the statement that follows it, in each instance
  struct Kernel {
    std::string Name;  ///< the kernel's name in the device image
    std::string Guard; ///< the condition on template parameters under which the kernel is used; empty: always
  };
  std::vector<Kernel> Kernels;
  std::string WhyNoKernel;        ///< if GPUs are wanted and an instance has no GPU kernel: the reason, for the first
                                  ///< such instance
  std::vector<RegionGroup> Loops; ///< for a block with `partition`: the loops inside that devices run
  std::vector<unsigned> Inside;   ///< for a block: the numbers of the directives inside
  bool Bound = false;             ///< a loop that follows `bind_partition`, or a block that contains such a loop
  unsigned Ordinal = 0; ///< the directive's number in the outermost function; loops of a block count from 1 << 16 on
  Verdict Fate;         ///< the strictest of the Fates of Instances and Loops
  bool hasDeviceForm() const { return Fate.Where == RunsOn::Everywhere; }
  /// Whether the Guards tell the instances apart: each instance has one, and no two instances have the same.
  bool tellsInstancesApart() const {
    for (const Region &R : Instances)
      if (R.Guard.empty() || llvm::count_if(Instances, [&](const Region &Other) { return Other.Guard == R.Guard; }) > 1)
        return false;
    return true;
  }
  /// Why only devices that can access the host's memory take part in the region; null if other devices can, too.
  const Verdict *reachOnly() const {
    for (const Region &Each : Instances)
      if (Each.Reach.Where != RunsOn::Everywhere)
        return &Each.Reach;
    return nullptr;
  }
};

/// The regions of a group whose bodies are generated code: its instances, and the instances of the loops inside of a
/// block.
std::vector<const Region *> calling(const RegionGroup &G);

} // namespace hetcc
#endif
