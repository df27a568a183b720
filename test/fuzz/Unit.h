// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs clang on one translation unit in memory, for the fuzzers of directives. It reads no files of the system, and its
// messages are not printed.
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

/// A source text, and the headers that it may include, by name.
struct Unit {
  std::string Text;
  std::map<std::string, std::string> Headers;
  bool Cxx = false;
  hetcc::AutoMode Auto = hetcc::AutoMode::Off;
};

/// Called for each `omp` or `acc` pragma that the preprocessor finds. `Line` has the pragma's tokens, beginning with
/// `omp` or `acc`.
using PragmaListener = std::function<void(const hetcc::PragmaLine &Line, clang::SourceLocation Hash,
                                          clang::Preprocessor &PP, hetcc::Diagnostics &Diags)>;

/// Preprocesses a unit and calls the listener for its pragmas.
void preprocess(const Unit &Source, const PragmaListener &Listener);

/// Called at the end of a unit with the directives that clang and our parser accepted; with none if the unit has an
/// error.
using DirectiveListener = std::function<void(hetcc::DirectiveList &Accepted, clang::Preprocessor &PP)>;

/// Parses a unit with our pragma handlers installed.
void parse(const Unit &Source, const DirectiveListener &Listener);

/// Whether reading the pragma leaves the preprocessor in the state that it was in: the pragma is one line and defines
/// nothing.
bool leavesNoTrace(llvm::StringRef Pragma);

class Session;

/// Reads pragmas that leave no trace, each by itself, after a text that defines macros. Creating a preprocessor takes
/// longer than reading a pragma, so one preprocessor is used for many of them.
class PragmaReader {
public:
  explicit PragmaReader(std::string Before, bool Cxx = false);
  ~PragmaReader();

  void read(llvm::StringRef Pragma, const PragmaListener &Listener);

  /// Parses a unit that consists of the texts `Ahead` and `Behind` with the pragma between them.
  void parse(llvm::StringRef Ahead, llvm::StringRef Pragma, llvm::StringRef Behind, hetcc::AutoMode Auto,
             const DirectiveListener &Listener);

private:
  void enter(llvm::StringRef Text);

  std::string Before;
  bool Cxx;
  std::unique_ptr<Session> Unit;
  unsigned Pragmas = 0;
};

/// Whether lexing the text gives exactly the tokens.
bool isSpelledRight(const std::string &Text, llvm::ArrayRef<clang::Token> Tokens, clang::Preprocessor &PP);

/// Whether the brackets of all kinds are closed in the right order.
bool isBalanced(llvm::ArrayRef<clang::Token> Tokens);

/// Checks what must hold for every directive that the parser accepts.
void checkAccepted(hetcc::Directive &D, llvm::ArrayRef<clang::Token> Line, clang::Preprocessor &PP);

} // namespace fuzz
