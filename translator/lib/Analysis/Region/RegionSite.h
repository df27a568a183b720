// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a directive stands: what is known of a region before it is analysed.
#ifndef HETCC_LIB_ANALYSIS_REGION_REGIONSITE_H
#define HETCC_LIB_ANALYSIS_REGION_REGIONSITE_H

#include "Directive/Directive.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <memory>
#include <utility>
#include <vector>

namespace clang {
class OMPExecutableDirective;
} // namespace clang

namespace hetcc {

class Callees;

/// A block around a region, in the same function or template instance, whose threads stand for places (groups of
/// processors), see Directive::isOverPlaces().
struct Surrounding {
  Directive *Source = nullptr;
  const clang::IfStmt *Marker = nullptr;
};

/// The place of a region in the program: a directive in one function or template instance. The analysis begins with it,
/// and adds to the directive only what it finds in this instance.
struct RegionSite {
  /// The directive with the expressions of this instance. The first instance has the program's directive itself, and
  /// each other instance a copy of it as it was parsed.
  Directive *Source = nullptr;
  Directive *First = nullptr;      ///< the first instance's directive, of which messages and suggested clauses speak
  std::shared_ptr<Directive> Copy; ///< owns Source if it is a copy
  const clang::IfStmt *Marker = nullptr; ///< of a loop inside of a block: the block's
  const clang::FunctionDecl *Function = nullptr;
  /// For a loop inside of a block with `partition`: the loop. Null for other regions, whose loop follows the Marker.
  const clang::ForStmt *LoopOfBlock = nullptr;
  bool OnPlace = false; ///< with LoopOfBlock: the block's threads stand for places; a place's devices share the loop
  /// For a loop that joins a team: the directive in the same function that makes the team. Null if a caller makes the
  /// team, or if there is none.
  const clang::OMPExecutableDirective *Team = nullptr;
  bool InTarget = false; ///< the region is in a `target` construct, whose variables may be on a device already
  std::vector<Surrounding> Around; ///< the blocks around the region whose threads stand for places, outermost first
  std::shared_ptr<Callees> Called; ///< what the unit's functions do; all regions of the unit share it
  bool isInBlock() const { return LoopOfBlock; }
  /// Makes this the place of a later instance, of a directive that was copied as it was parsed.
  void setCopy(Directive Parsed) {
    Copy = std::make_shared<Directive>(std::move(Parsed));
    Source = Copy.get();
  }
  /// Whether the region is a loop of a block, and each thread of the block runs the loop on that thread's device.
  bool isPartOfBlock() const { return isInBlock() && !OnPlace; }
};

} // namespace hetcc
#endif
