// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every object that the translator had a hand in names functions of the runtime, or where it is plain OpenMP has the
// mark of hetrt/plain.h. Names stand in symbol tables as plain bytes, in archives and LTO objects too. Looking for those
// bytes needs no format.
#include "Linking.h"

#include "Files.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hetcc::driver {

namespace {

constexpr std::string_view RuntimePrefix = "hetrt_";
constexpr std::string_view PlainMark = "hetcc_plain_openmp";

bool has(const void *Bytes, size_t Size, std::string_view Word) {
  return memmem(Bytes, Size, Word.data(), Word.size());
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
LinkNeeds needsOfLibrary(const std::string &Name, const std::vector<std::string> &Directories) {
  LinkNeeds Needs = LinkNeeds::Nothing;
  if (Name == "hetrt")
    return Needs;
  for (const std::string &Directory : Directories) {
    if (Name.starts_with(':')) {
      Needs = std::max(Needs, linkNeedsOf(Directory + "/" + Name.substr(1)));
      continue;
    }
    for (std::string_view Suffix : {".so", ".a"})
      Needs = std::max(Needs, linkNeedsOf(Directory + "/lib" + Name + std::string(Suffix)));
  }
  return Needs;
}

} // namespace

LinkNeeds linkNeedsOf(const std::string &Path) {
  int Descriptor = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Descriptor < 0)
    return LinkNeeds::Nothing;
  struct stat Status;
  LinkNeeds Needs = LinkNeeds::Nothing;
  if (fstat(Descriptor, &Status) == 0 && S_ISREG(Status.st_mode) && Status.st_size > 0) {
    void *Bytes = mmap(nullptr, Status.st_size, PROT_READ, MAP_PRIVATE, Descriptor, 0);
    if (Bytes != MAP_FAILED) {
      Needs = has(Bytes, Status.st_size, RuntimePrefix) ? LinkNeeds::Runtime
              : has(Bytes, Status.st_size, PlainMark)   ? LinkNeeds::OpenMP
                                                        : LinkNeeds::Nothing;
      munmap(Bytes, Status.st_size);
    }
  }
  close(Descriptor);
  return Needs;
}

LinkNeeds linkNeeds(const CommandLine &Line) {
  std::vector<std::string> Directories = libraryPathOf(Line);
  LinkNeeds Needs = LinkNeeds::Nothing;
  for (const Argument &Argument : Line.Arguments)
    if (Argument.IsInput && Argument.Type == InputType::LinkerInput)
      Needs = std::max(Needs, linkNeedsOf(Argument.Value));
    else if (Argument.Name == "-l")
      Needs = std::max(Needs, needsOfLibrary(Argument.Value, Directories));
  return Needs;
}

} // namespace hetcc::driver
