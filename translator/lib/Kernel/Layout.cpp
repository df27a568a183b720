// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indents generated code, or joins its lines.
#include "Kernel/Layout.h"

using namespace hetcc;

namespace {

/// Returns the number of opening minus closing braces of a line, outside of string and character literals.
int braces(llvm::StringRef Line) {
  int Balance = 0;
  char Quote = 0;
  for (size_t I = 0; I < Line.size(); ++I) {
    char C = Line[I];
    if (Quote && C == '\\')
      ++I;
    else if (Quote)
      Quote = C == Quote ? 0 : Quote;
    else if (C == '"' ||
             (C == '\'' && (I == 0 || !isalnum(static_cast<unsigned char>(Line[I - 1]))))) // 1'000 is a number
      Quote = C;
    else
      Balance += (C == '{') - (C == '}');
  }
  return Balance;
}

} // namespace

std::string hetcc::layOut(llvm::StringRef Text, unsigned &Depth) {
  std::string Out;
  for (; !Text.empty();) {
    auto [Line, Rest] = Text.split('\n');
    bool Ended = Line.size() < Text.size();
    llvm::StringRef Trimmed = Line.ltrim();
    unsigned Leading = Trimmed.take_while([](char C) { return C == '}'; }).size();
    if (!Trimmed.empty() && !Trimmed.starts_with("#"))
      Out.append(2 * (Depth - std::min(Depth, Leading)) + (Line.size() - Trimmed.size()), ' ');
    Out += Trimmed;
    if (Ended)
      Out += '\n';
    if (!Trimmed.starts_with("#"))
      Depth = unsigned(std::max(0, int(Depth) + braces(Trimmed)));
    Text = Rest;
  }
  return Out;
}

std::string hetcc::joinLines(llvm::StringRef Text, llvm::StringRef Marker) {
  std::string Out;
  auto PutLine = [&](llvm::StringRef Line) {
    if (!Out.empty() && Out.back() != '\n')
      Out += '\n';
    if (!Line.empty())
      Out += Line.str() + "\n";
  };
  for (bool Generated = true; !Text.empty();) {
    auto [Line, Rest] = Text.split('\n');
    bool UserLine = Line.starts_with("#line"), IsMarker = Line.starts_with("# ");
    Generated = IsMarker || (Generated && !UserLine);
    if (UserLine || IsMarker || !Generated) {
      PutLine(Line);
    } else if (Line.starts_with("#")) { // a pragma must be on its own line
      PutLine(Marker);
      PutLine(Line);
      PutLine(Marker);
    } else {
      Out += Line.str() + " ";
    }
    Text = Rest;
  }
  PutLine("");
  return Out;
}

std::string hetcc::arrange(llvm::StringRef Text, bool Readable, llvm::StringRef Marker, unsigned &Depth) {
  return Readable ? layOut(Text, Depth) : joinLines(Text, Marker);
}
