// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes files, and says why where that fails.
#include "Frontend/TextFiles.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace hetcc;
using llvm::StringRef;

bool hetcc::writeFile(StringRef Path, StringRef Text) {
  std::error_code Error;
  llvm::raw_fd_ostream Out(Path.empty() ? "-" : Path, Error);
  if (Error) {
    llvm::errs() << "hetcc: error: cannot write '" << Path << "': " << Error.message() << '\n';
    return false;
  }
  Out << Text;
  Out.flush();
  if (!Out.has_error())
    return true;
  llvm::errs() << "hetcc: error: cannot write '" << Path << "': " << Out.error().message() << '\n';
  Out.clear_error(); // which would end the process otherwise
  return false;
}
