// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading and locking files that the runtime keeps from run to run, and making their folders.
#include "Files/StateFile.h"
#include "TemporaryFolder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace hetrt;
using namespace hetrt::test;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
class StateFile : public TemporaryFolder {};
} // namespace

TEST_F(StateFile, IsReadWhole) {
  std::string Text = "before";
  EXPECT_THAT(readStateFile(path("none"), 10, Text), IsEmpty());
  EXPECT_THAT(readStateFile(path("none/deeper"), 10, Text), IsEmpty());
  EXPECT_EQ(Text, "before");
  const std::string Long(100000, 'x');
  put(path("long"), Long);
  EXPECT_THAT(readStateFile(path("long"), Long.size(), Text), IsEmpty());
  EXPECT_EQ(Text, Long);
  EXPECT_EQ(readStateFile(path("long"), Long.size() - 1, Text), "it is too large");
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(readStateFile(path("pipe"), 10, Text), "it is no regular file");
  EXPECT_EQ(readStateFile("/dev/zero", 10, Text), "it is no regular file");
  EXPECT_EQ(readStateFile(Folder, 10, Text), "it is no regular file");
}

TEST_F(StateFile, FoldersAreMadeForThisUserAlone) {
  EXPECT_THAT(makeStateFolder(path("a/b/c")), IsEmpty());
  EXPECT_THAT(makeStateFolder(path("a/b/c")), IsEmpty()) << "it is there";
  for (const char *Each : {"a", "a/b", "a/b/c"})
    EXPECT_EQ(modeOf(path(Each)), 0700u);
  put(path("file"), "");
  EXPECT_THAT(makeStateFolder(path("file")), HasSubstr("Not a directory"));
  EXPECT_THAT(makeStateFolder(path("file/b")), HasSubstr("Not a directory"));
}

TEST_F(StateFile, ALockIsHeldByOne) {
  using namespace std::chrono_literals;
  {
    const StateLock First(path("lock"), 0ms);
    EXPECT_TRUE(First.held()) << First.why();
    const StateLock Second(path("lock"), 10ms);
    EXPECT_FALSE(Second.held());
    EXPECT_TRUE(Second.busy());
    EXPECT_EQ(Second.why(), "another process keeps it locked");
  }
  EXPECT_TRUE(StateLock(path("lock"), 0ms).held());
  EXPECT_EQ(modeOf(path("lock")), 0600u);
  const StateLock Nowhere(path("none/lock"), 1s);
  EXPECT_FALSE(Nowhere.held() || Nowhere.busy());
}
