// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzzes the decision whether a link needs the runtime library. Every object or library that names one of the runtime's
// functions must lead to yes, wherever it is on the command line.
#include "Check.h"
#include "Folder.h"

#include "Linking.h"

using namespace hetcc::driver;

namespace {

/// One file under all the names by which links find it.
constexpr const char *Names[] = {"a.o", "libb.a", "libd.so"};
RewrittenFile File(Names[0]);

/// A command line of a link; the same links are used for every input.
class Link {
public:
  Link(const std::vector<std::string> &Words) : Line(parseCommandLine(Words, false)) {}
  bool needsRuntime() const { return linkNeeds(Line).Runtime; }

private:
  CommandLine Line;
};

} // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  enterFolderOfOwn();
  if (!File.put("") || link(Names[0], Names[1]) != 0 || link(Names[0], Names[2]) != 0)
    abort();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const Link Object({"a.o"}), Archive({"libb.a", "-o", "p"}), Sought({"-L.", "-lb"}),
      Shared({"x.o", "-L", ".", "-l", "d"}), ByName({"-L.", "-l:a.o"}),
      All({"a.o", "libb.a", "libd.so", "-L.", "-lb", "-ld", "-lc"});
  const std::string_view Text = asText(Data, Size);
  // In a shared library, only the symbol table counts.
  const bool Named = Text.find("hetrt_") != Text.npos && !Text.starts_with("\177ELF");
  check(File.put(Text), "there is room for the file");
  check(!Named || Object.needsRuntime(), "an object that names the runtime is linked with it");
  check(!Named || Archive.needsRuntime(), "an archive");
  check(!Named || Sought.needsRuntime(), "an archive that is looked for");
  check(!Named || Shared.needsRuntime(), "a shared library that is looked for");
  check(!Named || ByName.needsRuntime(), "a file that is looked for");
  All.needsRuntime();
  return 0;
}
