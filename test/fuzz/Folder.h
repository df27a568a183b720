// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A temporary folder for fuzzers that test the reading of files. It becomes the working directory and is removed at the
// end. It is in memory if the system has /dev/shm, because a fuzzer writes thousands of files a second.
#pragma once

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

inline void enterFolderOfOwn() {
  static std::string Folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm/hetcc-fuzz-XXXXXX" : "/tmp/hetcc-fuzz-XXXXXX";
  if (!mkdtemp(Folder.data()) || chdir(Folder.c_str()) != 0)
    abort();
  atexit([] {
    std::error_code Ignored;
    std::filesystem::remove_all(Folder, Ignored);
  });
}

/// A file that is rewritten for each input. It stays open between inputs, which saves half of the system calls.
class RewrittenFile {
public:
  explicit RewrittenFile(const char *Name) : Name(Name) {}

  bool put(std::string_view Text) {
    if (Descriptor < 0)
      Descriptor = open(Name, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
    return Descriptor >= 0 && pwrite(Descriptor, Text.data(), Text.size(), 0) == ssize_t(Text.size()) &&
           ftruncate(Descriptor, off_t(Text.size())) == 0;
  }

  void remove() {
    if (Descriptor < 0)
      return;
    unlink(Name);
    close(std::exchange(Descriptor, -1));
  }

private:
  const char *Name;
  int Descriptor = -1;
};
