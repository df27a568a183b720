// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A folder for fuzzers of what reads files, which is the working directory and goes at the end. In memory where the
// system has such a place: a fuzzer writes thousands of files a second.
#pragma once

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

inline void enterFolderOfOwn() {
  static std::string Folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm/hetcc-fuzz-XXXXXX" : "/tmp/hetcc-fuzz-XXXXXX";
  if (!mkdtemp(Folder.data()) || chdir(Folder.c_str()) != 0)
    abort();
  atexit([] {
    std::error_code Ignored;
    std::filesystem::remove_all(Folder, Ignored);
  });
}

inline bool putFile(const char *Name, std::string_view Text) {
  const int File = open(Name, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  const bool Written = File >= 0 && write(File, Text.data(), Text.size()) == ssize_t(Text.size());
  if (File >= 0)
    close(File);
  return Written;
}
