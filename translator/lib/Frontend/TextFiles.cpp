// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes text files and prints errors.
#include "Frontend/TextFiles.h"
#include "Files/OutputFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace hetcc;
using llvm::StringRef;

/// Returns the reason why the text could not be written; "" if it was written.
static std::string writeToStandardOutput(StringRef Text) {
  llvm::raw_fd_ostream &Out = llvm::outs();
  Out << Text;
  Out.flush();
  const std::string Why = Out.has_error() ? Out.error().message() : "";
  Out.clear_error(); // otherwise the stream's destructor would end the process
  return Why;
}

/// Uses hetrt::writeFile(), which replaces the file as a whole. If writing fails, the file still has its old text. This
/// is important for --hetcc-fix, which writes the user's source files.
bool hetcc::writeFile(StringRef Path, StringRef Text) {
  const bool Prints = Path.empty() || Path == "-";
  const std::string Why =
      Prints ? writeToStandardOutput(Text) : hetrt::writeFile(Path.str(), Text, {.WaitForReader = true});
  if (!Why.empty())
    llvm::errs() << "hetcc: error: cannot write '" << Path << "': " << Why << '\n';
  return Why.empty();
}
