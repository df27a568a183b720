// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clang over one unit in memory: what fuzzers of the directives run. Nothing of it reads a file of the system, and
// messages go nowhere.
#pragma once

#include "AutoMode.h"
#include "Directive/DirectiveParser.h"
#include "Directive/PragmaHandler.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Preprocessor.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

/// A source and the headers that it may include, by name.
struct Unit {
  std::string Text;
  std::map<std::string, std::string> Headers;
  bool Cxx = false;
  hetcc::AutoMode Auto = hetcc::AutoMode::Off;
};

/// What is told of the pragmas `omp` and `acc` that the preprocessor meets: their words, from the family on.
using PragmaListener = std::function<void(const hetcc::PragmaLine &Line, clang::SourceLocation Hash,
                                          clang::Preprocessor &PP, hetcc::Diagnostics &Diags)>;

/// Preprocesses a unit.
void preprocess(const Unit &Source, const PragmaListener &Listener);

/// Ends with the directives that clang and our parser accepted; in a unit with an error there are none.
using DirectiveListener = std::function<void(hetcc::DirectiveList &Accepted, clang::Preprocessor &PP)>;

/// Parses a unit with our handlers of pragmas in place.
void parse(const Unit &Source, const DirectiveListener &Listener);

/// Whether reading such a pragma leaves the preprocessor as it was: it is one line, and starts nothing else.
bool leavesNoTrace(llvm::StringRef Pragma);

class Session;

/// Reads pragmas that leave no trace, each by itself behind the same definitions of macros, in a preprocessor that is
/// made for many: that takes longer than to read one.
class PragmaReader {
public:
  explicit PragmaReader(std::string Before, bool Cxx = false);
  ~PragmaReader();

  void read(llvm::StringRef Pragma, const PragmaListener &Listener);

  /// Parses a unit of the text before the line, the line and the text behind it.
  void parse(llvm::StringRef Ahead, llvm::StringRef Pragma, llvm::StringRef Behind, hetcc::AutoMode Auto,
             const DirectiveListener &Listener);

private:
  void enter(llvm::StringRef Text);

  std::string Before;
  bool Cxx;
  std::unique_ptr<Session> Unit;
  unsigned Pragmas = 0;
};

/// Whether a text is lexed into the tokens from which it was spelled.
bool isSpelledRight(const std::string &Text, llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// Whether brackets of all kinds close each other in their order.
bool isBalanced(llvm::ArrayRef<clang::Token> Tokens);

/// What holds of every directive that the parser accepts.
void checkAccepted(hetcc::Directive &D, llvm::ArrayRef<clang::Token> Line, clang::Preprocessor &PP);

} // namespace fuzz
