// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generates the host code of one region. A descriptor and a team replace the directive, the bounds of a range replace
// the loop's first value and bound, and the loop's body stays unchanged. The runtime hands out the ranges.
#ifndef HETCC_LIB_REWRITE_HOSTWRITER_H
#define HETCC_LIB_REWRITE_HOSTWRITER_H

#include "Rewrite/RegionEmitter.h"

namespace hetcc {

/// The generated texts for one region; RegionEdits inserts them.
struct RegionText {
  std::string Before;   ///< inserted before the enclosing function
  std::string Head;     ///< replaces the directive
  std::string From, To; ///< replace the loop's first value and bound
  std::string Tail;     ///< inserted after the loop
};

/// Joins the texts that TableWriter, CallWriter, TeamWriter, TeamLoopWriter and BlockWriter write for a region.
class HostWriter {
public:
  HostWriter(clang::ASTContext &Context, const TokenStream &Tokens, const TranslateOptions &Options, bool HasImage)
      : Unit{Context, Tokens, Options, HasImage} {}
  /// Returns the text of a loop. All instances of a template get the same text, so isUniform() must be true.
  RegionText write(const RegionGroup &Group) const { return *written(Group); }
  /// Returns the text of a block with a partition.
  RegionText writeBlock(const RegionGroup &Block) const { return *writtenBlock(Block); }
  /// Returns the text of one loop of a block. The loop itself stays unchanged between Head and Tail.
  RegionText writeLoop(const RegionGroup &Loop, const RegionGroup &Block) const { return *writtenLoop(Loop, Block); }
  /// Returns the code that replaces `target update padding_...` in a block.
  std::string padding(const Directive &D, const RegionGroup &Block) const;
  /// Whether one text is right for all instances of a template.
  bool isUniform(const RegionGroup &Group) const { return written(Group).has_value(); }
  bool isUniformBlock(const RegionGroup &Block) const;

private:
  struct CallText;
  CallText callText(const Region &R, const RegionGroup &G, const std::string &Suffix) const;
  RegionText write(const Region &R, const RegionGroup &G) const;
  RegionText writeBlock(const Region &R, const RegionGroup &Block) const;
  RegionText writeLoop(const Region &R, const RegionGroup &Loop, const RegionGroup &Block) const;
  std::optional<RegionText> written(const RegionGroup &G) const;
  std::optional<RegionText> writtenBlock(const RegionGroup &Block) const;
  std::optional<RegionText> writtenLoop(const RegionGroup &Loop, const RegionGroup &Block) const;
  bool isCXX() const;
  std::string contents(const Region &R, const RegionGroup &G) const;
  std::string suffix(const Region &R, const RegionGroup &G) const;
  std::string partOf(const RegionGroup &Block) const;
  std::string functions(const Region &R, const RegionGroup &G, const std::string &Suffix) const;
  RegionText arranged(const Region &R, RegionText Text) const;

  const UnitWriting Unit;
};

} // namespace hetcc
#endif
