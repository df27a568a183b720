// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file that is written while the program runs, by the rules of OutputFile.h: it is begun anew, and each piece goes in
// whole or not at all, so that what is there can be read whatever ends the program.
#ifndef HETRT_FILES_GROWINGFILE_H
#define HETRT_FILES_GROWINGFILE_H

#include <string>
#include <string_view>

namespace hetrt {

/// For one thread at a time.
class GrowingFile {
public:
  /// The program may change its folder: the name is that of now. `What` is said in messages, as "a trace".
  GrowingFile(const std::string &Name, const char *What);

  /// Makes it with this text, or empties what was there. Returns why it cannot be written, or "".
  std::string begin(std::string_view Text) const;

  /// Adds to it. Returns why that failed, or "": then the file has no half of the text.
  std::string add(std::string_view Text) const;

private:
  std::string Path;
  const char *What;
};

} // namespace hetrt

#endif
