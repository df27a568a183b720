// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a whole regular file up to a given size.
#include "Files/InputFile.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace hetrt {

std::string readAll(const Descriptor &File, std::size_t Most, std::string &Into) {
  struct stat Status;
  if (fstat(File.number(), &Status) != 0)
    return reason(errno);
  if (!S_ISREG(Status.st_mode))
    return "it is no regular file";
  std::string Text;
  char Block[1 << 14];
  while (const ssize_t Count = read(File.number(), Block, sizeof Block)) {
    if (Count < 0 && errno != EINTR)
      return reason(errno);
    Text.append(Block, Count > 0 ? static_cast<std::size_t>(Count) : 0);
    if (Text.size() > Most)
      return "it is too large";
  }
  Into = std::move(Text);
  return {};
}

std::string readInputFile(const std::string &Path, std::size_t Most, std::string &Into) {
  const Descriptor File = openAt(AT_FDCWD, Path, O_RDONLY | O_NONBLOCK | O_NOCTTY); // without O_NONBLOCK, open() would
                                                                                    // wait for a pipe
  return File ? readAll(File, Most, Into) : reason(errno);
}

} // namespace hetrt
