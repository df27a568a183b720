// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that is known of one directive: its region in each instance of the templates around it. The text of a template is
// one for all its instances, so what is written there has to be right in each of them.
#ifndef HETCC_LIB_ANALYSIS_REGIONGROUP_H
#define HETCC_LIB_ANALYSIS_REGIONGROUP_H

#include "Analysis/Region.h"

namespace hetcc {

struct RegionGroup {
  Directive *Source = nullptr;
  std::vector<Region> Instances;           ///< of the enclosing templates; one without templates
  std::vector<const clang::Stmt *> Blocks; ///< what a data directive stands before
  struct Kernel {
    std::string Name;  ///< entry in the device image
    std::string Guard; ///< condition on template parameters; empty: always
  };
  std::vector<Kernel> Kernels;
  std::string WhyNoKernel;        ///< of the first instance for which GPUs are wanted and get none
  std::vector<RegionGroup> Loops; ///< of a block: those that its devices run
  std::vector<unsigned> Inside;   ///< of a block: the numbers of the directives in it
  bool Bound = false;             ///< a loop that `bind_partition` stands before, or a block that has one
  unsigned Ordinal = 0; ///< which of the directives in its outermost function; loops of a block count from 1 << 16 on
  Verdict Fate;         ///< the strictest of the instances, and of the loops
  bool hasDeviceForm() const { return Fate.Where == RunsOn::Everywhere; }
  /// Whether each instance has a condition that is true of no other one.
  bool tellsInstancesApart() const {
    for (const Region &R : Instances)
      if (R.Guard.empty() || llvm::count_if(Instances, [&](const Region &Other) { return Other.Guard == R.Guard; }) > 1)
        return false;
    return true;
  }
  /// Why no other devices have a part in it than those that reach the host's memory; null: others have.
  const Verdict *reachOnly() const {
    for (const Region &Each : Instances)
      if (Each.Reach.Where != RunsOn::Everywhere)
        return &Each.Reach;
    return nullptr;
  }
};

/// The regions by which a group calls functions: of a block, its loops.
std::vector<const Region *> calling(const RegionGroup &G);

/// Gives all instances one fate and one layout: each captures what any of them captures, in the order of names, and
/// under the same ones in device code, and moves a window in if any of them needs it. Afterwards the instances differ
/// in types and values alone, whichever of them the unit has first.
void mergeInstances(RegionGroup &G, clang::ASTContext &Context);

/// What the user allows lanes to do.
struct SharingRules {
  bool Reassociate = true;                     ///< combine floating-point numbers in any order
  bool Barriers = true;                        ///< see TranslateOptions
  llvm::ArrayRef<clang::SourceLocation> Marks; ///< where a directive ends that calls the loop behind it independent
};

/// Finds out how the lanes of a device share an iteration of the loop, in the same way for all instances.
void findNests(RegionGroup &G, clang::ASTContext &Context, const SharingRules &Rules);

} // namespace hetcc
#endif
