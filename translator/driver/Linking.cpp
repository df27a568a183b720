// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every object that the translator had a hand in names functions of the runtime, and their names stand in its symbol
// table as plain bytes, in archives and LTO objects too. Looking for those bytes needs no format.
#include "Linking.h"

#include "Files.h"

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hetcc::driver {

namespace {

constexpr std::string_view RuntimePrefix = "hetrt_";

bool mentionsRuntime(const std::string &Path) {
  struct stat Status;
  // A FIFO is not even opened: whoever writes to it would notice.
  if (stat(Path.c_str(), &Status) != 0 || !S_ISREG(Status.st_mode))
    return false;
  int Descriptor = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Descriptor < 0)
    return false;
  bool Found = false;
  if (fstat(Descriptor, &Status) == 0 && Status.st_size > 0) {
    void *Bytes = mmap(nullptr, Status.st_size, PROT_READ, MAP_PRIVATE, Descriptor, 0);
    if (Bytes != MAP_FAILED) {
      Found = memmem(Bytes, Status.st_size, RuntimePrefix.data(), RuntimePrefix.size());
      munmap(Bytes, Status.st_size);
    }
  }
  close(Descriptor);
  return Found;
}

std::vector<std::string> libraryPathOf(const CommandLine &Line) {
  std::vector<std::string> Directories;
  for (const Argument &Option : Line.Arguments)
    if (Option.Name == "-L")
      Directories.push_back(Option.Value);
  const char *More = getenv("LIBRARY_PATH");
  for (std::string_view Rest = More ? More : ""; !Rest.empty();) {
    std::string_view Element = Rest.substr(0, Rest.find(':'));
    Rest.remove_prefix(std::min(Rest.size(), Element.size() + 1));
    Directories.emplace_back(Element);
  }
  return Directories;
}

/// -lNAME is libNAME.so or libNAME.a, -l:NAME is NAME itself; libraries of the system need no look.
bool libraryMentionsRuntime(const std::string &Name, const std::vector<std::string> &Directories) {
  if (Name == "hetrt")
    return false;
  for (const std::string &Directory : Directories) {
    if (Name.starts_with(':')) {
      if (mentionsRuntime(Directory + "/" + Name.substr(1)))
        return true;
      continue;
    }
    for (std::string_view Suffix : {".so", ".a"})
      if (mentionsRuntime(Directory + "/lib" + Name + std::string(Suffix)))
        return true;
  }
  return false;
}

} // namespace

bool linksRuntime(const CommandLine &Line) {
  std::vector<std::string> Directories = libraryPathOf(Line);
  for (const Argument &Argument : Line.Arguments) {
    if (Argument.IsInput && Argument.Type == InputType::LinkerInput && mentionsRuntime(Argument.Value))
      return true;
    if (Argument.Name == "-l" && libraryMentionsRuntime(Argument.Value, Directories))
      return true;
  }
  return false;
}

} // namespace hetcc::driver
