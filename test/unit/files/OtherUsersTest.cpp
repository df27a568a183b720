// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files and links of other users, in folders that everybody can write to and elsewhere. Only root can run these tests.
#include "Files/OutputFile.h"
#include "Files/Rights.h"
#include "Files/StateFile.h"
#include "TemporaryFolder.h"

#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace hetrt;
using namespace hetrt::test;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

constexpr uid_t Victim = 12345, Attacker = 12346;

class OtherUsers : public TemporaryFolder {
protected:
  void SetUp() override {
    if (geteuid() != 0)
      GTEST_SKIP() << "only root can make files of other users";
    chmod(Folder.c_str(), 01777);
  }

  void TearDown() override { EXPECT_TRUE(getuid() != 0 || (seteuid(0) == 0 && setegid(0) == 0)); }

  /// Runs the body with the rights of this user.
  template <typename Body> auto as(uid_t User, Body Run) {
    EXPECT_EQ(setegid(User), 0);
    EXPECT_EQ(seteuid(User), 0);
    auto Result = Run();
    EXPECT_EQ(seteuid(0), 0);
    EXPECT_EQ(setegid(0), 0);
    return Result;
  }

  std::string writeAs(uid_t User, const std::string &Name, const std::string &Text = "text") {
    return as(User, [&] { return writeFile(path(Name), Text); });
  }

  /// Makes a file that belongs to the user.
  void own(const std::string &Name, uid_t User, mode_t Mode) {
    put(path(Name), "old");
    EXPECT_EQ(chown(path(Name).c_str(), User, User), 0);
    EXPECT_EQ(chmod(path(Name).c_str(), Mode), 0);
  }
};

} // namespace

TEST(Rights, AFileInASharedFolderIsItsOwnersAndTheFolders) {
  struct stat Folder = {}, File = {};
  Folder.st_uid = geteuid() + 1;
  File.st_uid = geteuid() + 2;
  Folder.st_mode = S_IFDIR | 0777;
  EXPECT_FALSE(isPlanted(File, Folder)) << "not sticky: everybody can replace everything";
  Folder.st_mode = S_IFDIR | 01755;
  EXPECT_FALSE(isPlanted(File, Folder)) << "others cannot write";
  Folder.st_mode = S_IFDIR | 01777;
  EXPECT_TRUE(isPlanted(File, Folder));
  File.st_uid = Folder.st_uid;
  EXPECT_FALSE(isPlanted(File, Folder));
  File.st_uid = geteuid();
  EXPECT_FALSE(isPlanted(File, Folder));
}

TEST_F(OtherUsers, NoLinkOfTheirsIsFollowedInASharedFolder) {
  const std::string Precious = path("precious");
  own("precious", Victim, 0600);
  ASSERT_EQ(symlink(Precious.c_str(), path("report").c_str()), 0);
  ASSERT_EQ(lchown(path("report").c_str(), Attacker, Attacker), 0);
  for (uid_t User : {Victim, uid_t(0)}) {
    EXPECT_THAT(writeAs(User, "report"), HasSubstr("it belongs to another user (12346)"));
    EXPECT_THAT(as(User, [&] { return whyNotWritable(path("report")); }), HasSubstr("another user"));
  }
  EXPECT_EQ(contents(Precious), "old");
  // A link of the writing user is followed.
  ASSERT_EQ(lchown(path("report").c_str(), Victim, Victim), 0);
  EXPECT_THAT(writeAs(Victim, "report"), IsEmpty());
  EXPECT_EQ(contents(Precious), "text");
}

TEST_F(OtherUsers, NoFileOrPipeOfTheirsIsWrittenInASharedFolder) {
  own("report", Attacker, 0666);
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0666), 0);
  ASSERT_EQ(chmod(path("pipe").c_str(), 0666), 0);
  ASSERT_EQ(chown(path("pipe").c_str(), Attacker, Attacker), 0);
  for (const char *Name : {"report", "pipe"})
    for (uid_t User : {Victim, uid_t(0)})
      EXPECT_THAT(writeAs(User, Name), HasSubstr("it belongs to another user (12346)")) << Name;
  EXPECT_EQ(contents(path("report")), "old");
}

TEST_F(OtherUsers, AForeignFileElsewhereKeepsItsOwner) {
  chmod(Folder.c_str(), 0777);
  own("theirs", Attacker, 0666);
  EXPECT_THAT(writeAs(Victim, "theirs", "new"), IsEmpty());
  EXPECT_THAT(writeAs(0, "theirs", "newer"), IsEmpty());
  EXPECT_EQ(contents(path("theirs")), "newer");
  EXPECT_EQ(statusOf(path("theirs")).st_uid, Attacker);
  own("closed", Attacker, 0644);
  EXPECT_THAT(writeAs(Victim, "closed"), HasSubstr("Permission denied"));
  EXPECT_EQ(contents(path("closed")), "old");
}

TEST_F(OtherUsers, AReadOnlyFileIsNotReplaced) {
  chmod(Folder.c_str(), 0777);
  own("mine", Victim, 0444);
  EXPECT_THAT(writeAs(Victim, "mine"), HasSubstr("Permission denied"));
  EXPECT_THAT(as(Victim, [&] { return whyNotWritable(path("mine")); }), HasSubstr("Permission denied"));
  EXPECT_EQ(contents(path("mine")), "old");
}

TEST_F(OtherUsers, AFileInAFolderThatTakesNoDraftIsWrittenInPlace) {
  own("mine", Victim, 0600);
  chmod(Folder.c_str(), 0755);
  EXPECT_THAT(writeAs(Victim, "mine", "new"), IsEmpty());
  EXPECT_EQ(contents(path("mine")), "new");
  EXPECT_THAT(as(Victim, [&] { return whyNotWritable(path("mine")); }), IsEmpty());
  EXPECT_THAT(writeAs(Victim, "another"), HasSubstr("Permission denied"));
  EXPECT_THAT(as(Victim, [&] { return whyNotWritable(path("another")); }), HasSubstr("Permission denied"));
}

TEST_F(OtherUsers, AFileKeepsItsGroup) {
  chmod(Folder.c_str(), 0777);
  own("mine", Victim, 0660);
  ASSERT_EQ(chown(path("mine").c_str(), Victim, 54321), 0);
  EXPECT_THAT(writeAs(Victim, "mine", "new"), IsEmpty());
  EXPECT_EQ(contents(path("mine")), "new");
  EXPECT_EQ(statusOf(path("mine")).st_gid, 54321u) << "a group that the writer is not in";
  EXPECT_EQ(modeOf(path("mine")), 0660u);
}

TEST_F(OtherUsers, WhatTheRuntimeKeepsIsReadOnlyFromItsUserOrRoot) {
  own("theirs", Attacker, 0644);
  own("open", Victim, 0666);
  own("roots", 0, 0644);
  std::string Text;
  EXPECT_EQ(as(Victim, [&] { return readStateFile(path("theirs"), 100, Text); }),
            "wanted a file of user 12345, found one of user 12346");
  EXPECT_EQ(as(Victim, [&] { return readStateFile(path("open"), 100, Text); }), "everybody may write to it");
  EXPECT_EQ(Text, "");
  EXPECT_THAT(as(Victim, [&] { return readStateFile(path("roots"), 100, Text); }), IsEmpty());
  EXPECT_EQ(Text, "old");
}

TEST_F(OtherUsers, WhatTheRuntimeKeepsIsKeptInNobodyElsesFolder) {
  ASSERT_EQ(mkdir(path("hetcc").c_str(), 0777), 0);
  ASSERT_EQ(chown(path("hetcc").c_str(), Attacker, Attacker), 0);
  for (uid_t User : {Victim, uid_t(0)})
    EXPECT_THAT(as(User, [&] { return makeStateFolder(path("hetcc")); }), HasSubstr("found one of user 12346"));
  // A lock file that is a link is not opened.
  own("precious", Victim, 0600);
  ASSERT_EQ(symlink("precious", path("lock").c_str()), 0);
  const std::string Why = as(Victim, [&] { return StateLock(path("lock"), {}).why(); });
  EXPECT_THAT(Why, HasSubstr("Too many levels of symbolic links"));
}

TEST_F(OtherUsers, AFullDiskLeavesTheOldFile) {
  // Mounts a file system that only this process and its children see.
  const pid_t Child = fork();
  if (Child == 0) {
    if (unshare(CLONE_NEWNS) != 0 || mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("none", Folder.c_str(), "tmpfs", 0, "size=64k") != 0)
      _exit(77);
    put(path("old"), "old");
    put(path("linked"), "linked");
    std::filesystem::create_hard_link(path("linked"), path("other"));
    const std::string Long(100000, 'x'), Full = "No space left on device";
    int Wrong = 0;
    for (const char *Name : {"old", "linked", "new"})
      Wrong += writeFile(path(Name), Long) != Full;
    Wrong += contents(path("old")) != "old" || contents(path("linked")) != "linked" || fileCount() != 3;
    _exit(Wrong);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  if (WEXITSTATUS(Status) == 77)
    GTEST_SKIP() << "no file system can be mounted here";
  EXPECT_EQ(Status, 0);
}
