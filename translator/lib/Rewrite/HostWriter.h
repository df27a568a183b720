// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns one region into edits of the user's source: the directive becomes a descriptor and a team, the loop's first
// and last value become those of the range that the runtime hands out, the body stays as it is.
#ifndef HETCC_LIB_REWRITE_HOSTWRITER_H
#define HETCC_LIB_REWRITE_HOSTWRITER_H

#include "Rewrite/RegionEmitter.h"

namespace hetcc {

/// The pieces of text that replace and surround the source of a region.
struct RegionText {
  std::string Before;   ///< before the enclosing function, at file scope
  std::string Head;     ///< in place of the directive
  std::string From, To; ///< in place of the loop's first value and bound
  std::string Tail;     ///< after the loop
};

/// Puts the texts of a region's writers together: TableWriter, CallWriter, TeamWriter and BlockWriter.
class HostWriter {
public:
  HostWriter(clang::ASTContext &Context, const TokenStream &Tokens, const TranslateOptions &Options, bool HasImage)
      : Unit{Context, Tokens, Options, HasImage} {}
  /// The text of all instances of a template; it has to be one (isUniform).
  RegionText write(const RegionGroup &Group) const { return *written(Group); }
  /// A block; and one of its loops, which stays as it is between Head and Tail.
  RegionText writeBlock(const RegionGroup &Block) const { return *writtenBlock(Block); }
  RegionText writeLoop(const RegionGroup &Loop, const RegionGroup &Block) const { return *writtenLoop(Loop, Block); }
  /// What stands for `target update padding_...` in a block.
  std::string padding(const Directive &D, const RegionGroup &Block) const;
  /// Whether one text serves all instances.
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
