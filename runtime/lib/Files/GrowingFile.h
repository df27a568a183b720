// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file to which pieces of text are appended while the program runs, by the rules of OutputFile.h. Each piece is
// written completely or not at all, so that the file is readable even if the program crashes.
#ifndef HETRT_FILES_GROWINGFILE_H
#define HETRT_FILES_GROWINGFILE_H

#include <string>
#include <string_view>

namespace hetrt {

/// Used by one thread at a time.
class GrowingFile {
public:
  /// Remembers the absolute path, since the program may change its working directory later. `What` names the file's
  /// kind in messages, such as "a trace".
  GrowingFile(const std::string &Name, const char *What);

  /// Creates the file with this text, or replaces its contents. Returns why it cannot be written, or "".
  std::string begin(std::string_view Text) const;

  /// Appends the text. Returns why that failed, or ""; on failure no part of the text is in the file.
  std::string add(std::string_view Text) const;

private:
  std::string Path;
  const char *What;
};

} // namespace hetrt

#endif
