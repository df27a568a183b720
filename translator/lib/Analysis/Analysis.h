// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way in to this folder: the analysis of one directive in all instances of the templates around it. RegionGroup.h
// and Region.h describe the result, which is complete: code generators only read it.
#ifndef HETCC_LIB_ANALYSIS_ANALYSIS_H
#define HETCC_LIB_ANALYSIS_ANALYSIS_H

#include "Analysis/Region/RegionGroup.h"
#include <deque>
#include <functional>

namespace hetcc {

class Diagnostics;
class TokenStream;

/// What the analysis of a directive needs besides the AST: the user's options, and two answers of the generators of
/// code, since one source text has to serve all instances of a template.
struct GroupRules {
  const TokenStream &Tokens; ///< of the unit
  SharingRules Sharing;
  std::string Refused; ///< what the host compiler said of a translation of this directive that it refused in an earlier
                       ///< attempt; empty: it has refused none
  /// The condition on template parameters that is true in this instance only; empty if there is none.
  std::function<std::string(const Region &)> Guard;
  /// Whether one text is right for all instances.
  std::function<bool(const RegionGroup &)> IsUniform;
};

/// Analyses a loop in all its instances, and decides where they run. Reports errors, and returns false at the first
/// instance with an error, because the other instances of the template would have the same error.
bool analyseLoopGroup(RegionGroup &G, const GroupRules &Rules, clang::ASTContext &Context, Diagnostics &Diags);

/// Does the same for a block with a partition, and for its loops, which become G.Loops. `Written` has the directives of
/// the program; `Storage` gets those that the analysis adds for the loops.
bool analyseBlockGroup(RegionGroup &G, std::deque<Directive> &Storage, std::deque<Directive> &Written,
                       const GroupRules &Rules, clang::ASTContext &Context, Diagnostics &Diags);

} // namespace hetcc
#endif
