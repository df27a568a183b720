// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a link needs the runtime: yes for every object and library that names a function of it, wherever it stands.
#include "Check.h"
#include "Folder.h"

#include "Linking.h"

using namespace hetcc::driver;

namespace {

/// The same file under all the names that links find it by.
constexpr const char *Names[] = {"a.o", "libb.a", "libd.so"};
RewrittenFile File(Names[0]);

/// Links are the same for every input.
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
  // Of a shared library the table of names counts alone.
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
