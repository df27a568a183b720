// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creates or empties a file, and appends to it.
#include "Files/GrowingFile.h"

#include "Files/OutputFile.h"

#include <filesystem>
#include <sys/stat.h>

namespace hetrt {

GrowingFile::GrowingFile(const std::string &Name, const char *What) : What(What) {
  std::error_code Error;
  Path = std::filesystem::absolute(Name, Error).string();
  if (Error)
    Path = Name;
}

std::string GrowingFile::begin(std::string_view Text) const {
  struct stat There;
  if (stat(Path.c_str(), &There) == 0 && (S_ISFIFO(There.st_mode) || S_ISSOCK(There.st_mode)))
    return std::string(What) + " is written bit by bit, for which a pipe is too short-lived: name a file";
  return writeFile(Path, Text);
}

std::string GrowingFile::add(std::string_view Text) const { return appendToFile(Path, Text, {.Whole = true}); }

} // namespace hetrt
