// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzzes texts that the driver writes: images in assembler form contain the same bytes, a source without copied headers
// does not change, a line marker is read within its line, and a shell splits a printed command into the same words.
#include "Check.h"

#include "Embed.h"
#include "Emit.h"
#include "LineMarker.h"
#include "Process.h"

#include <cstring>

using namespace hetcc::driver;

namespace {

/// The bytes of `.quad` and `.byte` directives, which are separated by `\n`.
std::string assemble(std::string_view Text) {
  std::string Bytes;
  while (!Text.empty()) {
    const bool Word = Text.starts_with(".quad ");
    check(Word || Text.starts_with(".byte "), "a directive of data", Text);
    Text.remove_prefix(6);
    while (true) {
      char *End = nullptr;
      const uint64_t Value = strtoull(std::string(Text).c_str(), &End, 0);
      Bytes.append(reinterpret_cast<const char *>(&Value), Word ? 8 : 1);
      const size_t Next = Text.find_first_of(",\\");
      if (Next == Text.npos)
        return Bytes;
      const bool Line = Text[Next] == '\\';
      check(!Line || Text.substr(Next, 2) == "\\n", "directives are separated by newlines", Text);
      Text.remove_prefix(Next + (Line ? 2 : 1));
      if (Line)
        break;
    }
  }
  return Bytes;
}

void checkImage(std::string_view Image) {
  const std::string Before = "asm(\".section s\\n", After = "\\n\");\nint x;\n";
  const std::string Made = embedImage(Before + ".incbin \\\"/tmp/f/i\\\"" + After, "/tmp/f/i", Image);
  check(Made.starts_with(Before) && Made.ends_with(After) && Made.size() >= Before.size() + After.size(), "around");
  const std::string Data = Made.substr(Before.size(), Made.size() - Before.size() - After.size());
  check(assemble(Data) == Image, "an image is embedded as it is", Data);
}

void checkMarkers(std::string_view Text) {
  for (const std::string &Line : splitAt(Text, '\n')) {
    const std::optional<LineMarker> Marker = parseLineMarker(Line);
    if (!Marker || Marker->File.empty())
      continue;
    check(Marker->File.size() >= 2 && Marker->File.front() == '"' && Marker->File.back() == '"', "a name has quotes");
    check(Line.find(Marker->File) != Line.npos, "a name stands in its line", Line);
  }
  std::string Kept(Text);
  if (!Kept.empty() && Kept.back() != '\n')
    Kept += '\n';
  check(withCopiesInside(Text, "/no/such/folder") == Kept || Text.find("/no/such/folder") != Text.npos,
        "a source without copies of headers stays as it is");
}

/// The words of a line as a shell splits it, in which only single quotes and backslashes are special.
std::vector<std::string> readAsShell(std::string_view Line) {
  std::vector<std::string> Words;
  bool Quoted = false, Open = false;
  for (size_t I = 0; I < Line.size(); ++I) {
    const char C = Line[I];
    if (!Quoted && C == ' ') {
      Open = false;
      continue;
    }
    if (!Open)
      Words.emplace_back();
    Open = true;
    if (C == '\'')
      Quoted = !Quoted;
    else if (!Quoted && C == '\\' && I + 1 < Line.size())
      Words.back() += Line[++I];
    else
      Words.back() += C;
    check(Quoted || C == '\'' || C == '\\' || !strchr("|&;<>()$`\"\t\n*?[]#~!{}", C),
          "no character has another meaning to the shell", Line);
  }
  check(!Quoted, "quotes are closed", Line);
  return Words;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::string_view Text = asText(Data, Size);
  checkImage(Text);
  checkMarkers(Text);
  if (Text.find('\0') == Text.npos) {
    const std::vector<std::string> Words = splitAt(Text, '\n');
    const std::string Line = toShell(Words);
    check(readAsShell(Line) == Words, "a shell reads the words of a command", Line);
  }
  return 0;
}
