// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes files, and says why where that fails.
#include "Frontend/TextFiles.h"
#include "Files/OutputFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace hetcc;
using llvm::StringRef;

/// "" where all is written.
static std::string writeToStandardOutput(StringRef Text) {
  llvm::raw_fd_ostream &Out = llvm::outs();
  Out << Text;
  Out.flush();
  const std::string Why = Out.has_error() ? Out.error().message() : "";
  Out.clear_error(); // which would end the process otherwise
  return Why;
}

/// A source of the user's, to which clauses are added, is the old one or the new one, however that ends.
bool hetcc::writeFile(StringRef Path, StringRef Text) {
  const bool Prints = Path.empty() || Path == "-";
  const std::string Why =
      Prints ? writeToStandardOutput(Text) : hetrt::writeFile(Path.str(), Text, {.WaitForReader = true});
  if (!Why.empty())
    llvm::errs() << "hetcc: error: cannot write '" << Path << "': " << Why << '\n';
  return Why.empty();
}
