// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns one region into edits of the user's source: the directive becomes a descriptor and a team, the loop's first
// and last value become those of the range that the runtime hands out, the body stays as it is.
#ifndef HETCC_LIB_REWRITE_HOSTWRITER_H
#define HETCC_LIB_REWRITE_HOSTWRITER_H

#include "Analysis/RegionGroup.h"
#include "Directive/TokenStream.h"
#include "hetcc/Translate.h"

namespace hetcc {

/// The pieces of text that replace and surround the source of a region.
struct RegionText {
  std::string Before;   ///< before the enclosing function, at file scope
  std::string Head;     ///< in place of the directive
  std::string From, To; ///< in place of the loop's first value and bound
  std::string Tail;     ///< after the loop
};

/// As a string literal.
std::string quoted(llvm::StringRef Text);

/// Whether the user lists a variable in one of these clauses.
bool lists(const Directive &D, llvm::ArrayRef<llvm::StringRef> Clauses, llvm::StringRef Name);

class HostWriter {
public:
  HostWriter(clang::ASTContext &Context, const TokenStream &Tokens, const TranslateOptions &Options, bool HasImage)
      : Context(Context), Tokens(Tokens), Options(Options), HasImage(HasImage) {}
  RegionText write(const RegionGroup &Group) const { return write(Group.Instances.front(), Group); }
  /// A block; and one of its loops, which stays as it is between Head and Tail.
  RegionText writeBlock(const RegionGroup &Block, size_t Instance = 0) const;
  RegionText writeLoop(const RegionGroup &Loop, const RegionGroup &Block, size_t Instance = 0) const;
  /// What stands for `target update padding_...` in a block.
  std::string padding(const Directive &D, const RegionGroup &Block) const;
  /// Whether the text is the same whichever instance it is written from. It has to be: a template has one.
  bool isUniform(const RegionGroup &Group) const;
  bool isUniformBlock(const RegionGroup &Block) const;

private:
  RegionText write(const Region &R, const RegionGroup &G) const;
  std::string suffix(const Region &R, const RegionGroup &G) const;
  std::string location(const Directive &D) const;
  std::string windowFlags(const Region &R, const Window &W) const;
  std::string printed(const clang::Expr *E) const;
  std::string iteratorType(const Region &R) const;
  std::string lowerText(const Region &R) const;
  std::string boundText(const Region &R) const;
  std::string stepText(const Region &R) const;
  std::string gpuKernel(const RegionGroup &G) const;
  std::string blockForms(const RegionGroup &G, const std::string &GpuKernel) const;
  std::string blockKernels(const RegionGroup &G, const std::string &N) const;
  std::string blockDescriptor(const Region &R, const RegionGroup &G, const std::string &N) const;
  std::string regionFlags(const RegionGroup &G) const;
  std::string dataClauses(const Region &R, const std::string &N, const std::string &More = "") const;
  std::string blockTeam(const RegionGroup &Block, const Region &R, const std::string &N) const;
  std::string blockIterators(const RegionGroup &Block) const;
  std::string copies(const Region &R, const std::string &N) const;
  std::string keptBounds(const Region &R, const std::string &From, const std::string &To) const;
  std::string keptNumbers(const Region &R) const;
  std::string sharedNumbers(const Region &R) const;
  std::string blockScalars(const RegionGroup &Block) const;
  std::string emptyShare(const Region &R, const std::string &N) const;
  std::string combineBlobs(const Region &R, const std::string &N, const std::string &Next) const;
  RegionText arranged(const Region &R, RegionText Text) const;
  std::string bounds(const Region &R, const std::string &N) const;
  std::string reductionLayout(const Region &R, const std::string &N) const;
  std::string uses(const Region &R) const;
  std::string begin(const Region &R, const std::string &N) const;
  std::string values(const Region &R, const std::string &N) const;
  bool isKnownOutside(const Region &R, const clang::Expr *E) const;
  std::string tripsOf(const Region &R, const SharedLoop &L) const;
  std::string sharedTrips(const Region &R, const std::string &N) const;
  std::string lanes(const Region &R, const std::string &N) const;
  std::string windows(const Region &R, const std::string &N) const;
  std::string descriptor(const Region &R, const RegionGroup &G, const std::string &N) const;
  static std::string memoryPolicy(const Region &R);
  bool hasValues(const Region &R) const;
  std::string windowValues(const Region &R, const std::string &N) const;
  std::string variant(const Region &R, const std::string &N) const;
  std::string variantCall(const Region &R, const std::string &N) const;
  std::string firstValue(const Region &R, const std::string &N) const;
  std::string highestValue(const Region &R, const std::string &N) const;
  std::string section(const Window &W) const;
  std::string shapes(const Region &R, const std::string &N) const;
  std::string call(const Region &R, const std::string &N) const;
  std::string taskHead(const Region &R, const std::string &N) const;
  std::string sections(const Region &R, const std::string &N) const;
  std::string taskTail(const Region &R, const std::string &N) const;
  std::string team(const Region &R, const std::string &N) const;
  std::string iteratorAt(const Region &R, const std::string &K, const std::string &N) const;
  std::string lastTargets(const Region &R, const std::string &N) const;
  std::string storeLast(const Region &R, const std::string &N) const;
  std::string lastValue(const Region &R, const std::string &N) const;
  std::string range(const Region &R, const std::string &N) const;
  std::string tail(const Region &R, const std::string &N) const;
  std::string ownValues(const Region &R, const std::string &N) const;
  std::string meeting(const Region &R, const std::string &N) const;
  std::string turns(const Region &R, const std::string &N) const;
  bool leavesIterator(const Region &R) const;
  std::string teamTail(const Region &R, const std::string &N) const;
  RegionText writeInTeam(const Region &R, const RegionGroup &G, const std::string &N) const;
  bool isCXX() const;
  bool hasAuto() const;
  std::string refer(const Entity &E, const std::string &Spelling) const;

  clang::ASTContext &Context;
  const TokenStream &Tokens;
  const TranslateOptions &Options;
  bool HasImage;
};

} // namespace hetcc
#endif
