// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A folder for one test, and helpers for the files in it.
#ifndef HETRT_TEST_FILES_TEMPORARYFOLDER_H
#define HETRT_TEST_FILES_TEMPORARYFOLDER_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <string>
#include <sys/stat.h>

namespace hetrt::test {

inline std::string contents(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  return {std::istreambuf_iterator<char>(File), {}};
}

inline void put(const std::string &Path, const std::string &Text) { std::ofstream(Path, std::ios::binary) << Text; }

/// The status of the name itself, also if it is a link.
inline struct stat statusOf(const std::string &Path) {
  struct stat Status = {};
  EXPECT_EQ(lstat(Path.c_str(), &Status), 0) << Path;
  return Status;
}

inline unsigned modeOf(const std::string &Path) { return statusOf(Path).st_mode & 07777; }

class TemporaryFolder : public testing::Test {
protected:
  TemporaryFolder() {
    char Name[] = "/tmp/files-test-XXXXXX";
    Folder = mkdtemp(Name);
  }
  ~TemporaryFolder() override { std::filesystem::remove_all(Folder); }

  std::string path(const std::string &Name) const { return Folder + "/" + Name; }

  /// The number of files in the folder, including hidden ones.
  std::size_t fileCount() const {
    using Iterator = std::filesystem::directory_iterator;
    return static_cast<std::size_t>(std::distance(Iterator(Folder), Iterator()));
  }

  std::string Folder;
};

} // namespace hetrt::test

#endif
