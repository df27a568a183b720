// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The source lines of addresses in the program's code.
#ifndef HETRT_CHECK_CODE_H
#define HETRT_CHECK_CODE_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hetrt::check {

/// A line of the program. Without one, `File` is the program or library and an address in it.
struct CodeLine {
  std::string File;
  unsigned Line = 0;
  std::string Text; ///< Without blanks around; empty where the file cannot be read.

  /// "jacobi.c:12".
  std::string place() const { return Line ? File + ":" + std::to_string(Line) : File; }
};

/// Finds the lines of return addresses with addr2line, which comes with every compiler. What it does not know stays an
/// address.
std::map<std::uintptr_t, CodeLine> linesOf(const std::vector<std::uintptr_t> &Codes);

/// What a variable of the program's is called that is no local one, as its symbols say; "" if none is there.
std::string variableAt(std::uintptr_t Address);

} // namespace hetrt::check

#endif
