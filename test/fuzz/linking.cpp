// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a link needs the runtime: yes for every object and library that names a function of it, wherever it stands.
#include "Check.h"
#include "Folder.h"

#include "Linking.h"

using namespace hetcc::driver;

namespace {

bool needsRuntime(const std::vector<std::string> &Words) { return linkNeeds(parseCommandLine(Words, false)).Runtime; }

} // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  enterFolderOfOwn();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::string_view Text = asText(Data, Size);
  // Of a shared library the table of names counts alone.
  const bool Named = Text.find("hetrt_") != Text.npos && !Text.starts_with("\177ELF");
  for (const char *Name : {"a.o", "libb.a", "libd.so"})
    if (!putFile(Name, Text))
      return 0;
  check(!Named || needsRuntime({"a.o"}), "an object that names the runtime is linked with it");
  check(!Named || needsRuntime({"libb.a", "-o", "p"}), "an archive");
  check(!Named || needsRuntime({"-L.", "-lb"}), "an archive that is looked for");
  check(!Named || needsRuntime({"x.o", "-L", ".", "-l", "d"}), "a shared library that is looked for");
  check(!Named || needsRuntime({"-L.", "-l:a.o"}), "a file that is looked for");
  needsRuntime({"a.o", "libb.a", "libd.so", "-L.", "-lb", "-ld", "-lc"});
  return 0;
}
