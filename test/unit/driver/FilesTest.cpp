// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the driver does with files besides writing them; writing is tested with the runtime's component Files.
#include "Files.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>

using namespace hetcc::driver;
namespace fs = std::filesystem;

TEST(Files, AnOutputThatIsNoGoodGoesUnlessItIsNoFile) {
  PrivateFolder Folder;
  ASSERT_TRUE(Folder.create());
  const std::string File = Folder.path() + "/file", Link = Folder.path() + "/link", Pipe = Folder.path() + "/pipe";
  std::ofstream(File) << "object";
  fs::create_symlink("file", Link);
  ASSERT_EQ(mkfifo(Pipe.c_str(), 0600), 0);
  removeOutput(Link);
  EXPECT_FALSE(fs::is_symlink(Link));
  EXPECT_TRUE(fs::exists(File)) << "what a link leads to is not ours to remove";
  removeOutput(File);
  EXPECT_FALSE(fs::exists(File));
  removeOutput(Pipe);
  EXPECT_TRUE(fs::is_fifo(Pipe));
  removeOutput(Folder.path());
  EXPECT_TRUE(fs::is_directory(Folder.path()));
  removeOutput(Folder.path() + "/none");
}

TEST(Files, ThePrivateFolderIsThisUsersAloneAndGoes) {
  std::string Path;
  {
    PrivateFolder Folder;
    ASSERT_TRUE(Folder.create());
    Path = Folder.path();
    EXPECT_EQ(fs::status(Path).permissions(), fs::perms::owner_all);
    std::ofstream(Path + "/file") << "text";
  }
  EXPECT_FALSE(fs::exists(Path));
}

TEST(Files, WhyAFileCannotBeWrittenIsSaid) {
  std::string Why;
  EXPECT_FALSE(writeFile("/nowhere/file", "text", &Why));
  EXPECT_EQ(Why, "No such file or directory");
}
