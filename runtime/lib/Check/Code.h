// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds, for the text of findings, the source line of an instruction's address, and the name of the variable at an
// address.
#ifndef HETRT_CHECK_CODE_H
#define HETRT_CHECK_CODE_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hetrt::check {

/// A line of the program's source. If the line is not known, Line is 0, and `File` is the path of the program or
/// library with the offset of the instruction, as in "/tmp/a.out+0x1234".
struct CodeLine {
  std::string File;
  unsigned Line = 0;
  std::string Text; ///< The line without blanks around it; empty if the file cannot be read.

  /// File and line, as in "jacobi.c:12"; without a line, `File` alone.
  std::string place() const { return Line ? File + ":" + std::to_string(Line) : File; }
};

/// Finds the lines of return addresses by running addr2line (of binutils). For an address that addr2line does not know,
/// the result has the file and the offset only.
std::map<std::uintptr_t, CodeLine> linesOf(const std::vector<std::uintptr_t> &Codes);

/// The name of the global or static variable that contains this address, from the symbol table of its ELF file; "" if
/// there is none.
std::string variableAt(std::uintptr_t Address);

} // namespace hetrt::check

#endif
