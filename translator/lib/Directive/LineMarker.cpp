// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes line markers, `# 12 "file.c"`.
#include "Directive/LineMarker.h"

std::string hetcc::escaped(llvm::StringRef FileName) {
  std::string Name;
  for (char C : FileName) {
    auto Code = static_cast<unsigned char>(C);
    if (C == '"' || C == '\\')
      Name += '\\';
    if (Code >= ' ' && Code != 0x7f)
      Name += C;
    else // control characters, because a line feed would end the marker
      Name += {'\\', char('0' + (Code >> 6)), char('0' + (Code >> 3 & 7)), char('0' + (Code & 7))};
  }
  return Name;
}

std::string hetcc::lineMarker(const clang::SourceManager &SM, clang::SourceLocation Loc, int Offset, bool Generated) {
  clang::PresumedLoc Where = SM.getPresumedLoc(SM.getExpansionLoc(Loc));
  // Flag 3 marks the code as part of a system header, so that the compiler does not warn about generated code.
  bool System = Generated || SM.isInSystemHeader(SM.getExpansionLoc(Loc));
  return "# " + std::to_string(int(Where.getLine()) + Offset) + " \"" + escaped(Where.getFilename()) +
         (System ? "\" 3" : "\"");
}
