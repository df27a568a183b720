// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: replaces directives in the source text, whether they are written in a file or come from a macro.
#ifndef HETCC_LIB_FRONTEND_DIRECTIVEEDITS_H
#define HETCC_LIB_FRONTEND_DIRECTIVEEDITS_H

#include "Directive/Directive.h"
#include "Directive/TokenStream.h"
#include "Frontend/SourceEdits.h"

namespace hetcc {

class DirectiveEdits {
public:
  DirectiveEdits(const clang::SourceManager &SM, const clang::LangOptions &Lang, const TokenStream &Tokens,
                 SourceEdits &Edits)
      : SM(SM), Lang(Lang), Tokens(Tokens), Edits(Edits) {}

  /// Replaces the directive by `Text`, with line markers, so that the line after the directive keeps its number. If the
  /// directive comes from a macro, the macro's other tokens are written out before and after `Text`. If `Generated` is
  /// set, compilers treat the text as part of a system header, and so do not warn about it.
  void replace(const Directive &D, std::string Text, bool Generated = true) const;
  /// Whether the directive comes from a macro that has other tokens as well, such as those of the loop.
  bool sharesMacro(const Directive &D) const;

private:
  /// Returns the indices of the macro's tokens other than the directive: the first, and the one after the last.
  std::pair<size_t, size_t> othersOfMacro(const Directive &D) const;

  const clang::SourceManager &SM;
  const clang::LangOptions &Lang;
  const TokenStream &Tokens;
  SourceEdits &Edits;
};

} // namespace hetcc
#endif
