// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts text in the places of directives, whether they are written in a file or come out of a macro.
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

  /// The line after the directive keeps its number. What else its macro expands to is written out around the text.
  void replace(const Directive &D, std::string Text, bool Generated = true) const;
  /// Whether a directive comes out of a macro that holds more, such as its loop.
  bool sharesMacro(const Directive &D) const;

private:
  /// First, and one behind the last.
  std::pair<size_t, size_t> othersOfMacro(const Directive &D) const;

  const clang::SourceManager &SM;
  const clang::LangOptions &Lang;
  const TokenStream &Tokens;
  SourceEdits &Edits;
};

} // namespace hetcc
#endif
