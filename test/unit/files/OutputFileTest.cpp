// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happens to names, links and permissions, and in case of failure, when a file is written.
#include "Files/OutputFile.h"
#include "Files/Descriptor.h"
#include "TemporaryFolder.h"

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace hetrt;
using namespace hetrt::test;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

class OutputFile : public TemporaryFolder {};

/// Runs the body in a child process, where limits and closed streams do no harm. Returns its exit status; -1 after a
/// signal.
template <typename Body> int inChild(Body Run) {
  std::fflush(nullptr); // otherwise the child would write the buffered text too
  const pid_t Child = fork();
  if (Child == 0)
    _exit(Run());
  int Status = 0;
  waitpid(Child, &Status, 0);
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : -1;
}

} // namespace

TEST_F(OutputFile, ANewFileIsAsAPlainWriteWouldMakeIt) {
  const mode_t Before = umask(027);
  EXPECT_THAT(writeFile(path("a"), "text"), IsEmpty());
  EXPECT_THAT(writeFile(path("b"), "text", {.Mode = 0600}), IsEmpty());
  umask(Before);
  EXPECT_EQ(contents(path("a")), "text");
  EXPECT_EQ(modeOf(path("a")), 0640u);
  EXPECT_EQ(modeOf(path("b")), 0600u);
  EXPECT_EQ(fileCount(), 2u) << "no draft stays";
}

TEST_F(OutputFile, WhatIsAddedStandsBehindWhatIsThere) {
  EXPECT_THAT(appendToFile(path("a"), "one\n", {.Mode = 0600}), IsEmpty());
  EXPECT_EQ(modeOf(path("a")), 0600u);
  symlink(path("a").c_str(), path("link").c_str());
  EXPECT_THAT(appendToFile(path("link"), "two\n"), IsEmpty());
  EXPECT_EQ(contents(path("a")), "one\ntwo\n");
  EXPECT_THAT(appendToFile(path("none/a"), "text"), HasSubstr("No such file"));
  std::vector<std::thread> Writers;
  for (int I = 0; I < 8; ++I)
    Writers.emplace_back([&] { EXPECT_THAT(appendToFile(path("b"), "a line\n"), IsEmpty()); });
  for (std::thread &Each : Writers)
    Each.join();
  EXPECT_EQ(contents(path("b")).size(), 8 * std::string("a line\n").size());
}

TEST_F(OutputFile, AnExistingFileKeepsItsPermissions) {
  put(path("a"), "a longer text than the new one");
  for (unsigned Mode : {0600u, 0664u, 0755u}) {
    chmod(path("a").c_str(), Mode);
    EXPECT_THAT(writeFile(path("a"), "text"), IsEmpty());
    EXPECT_EQ(contents(path("a")), "text");
    EXPECT_EQ(modeOf(path("a")), Mode);
  }
}

TEST_F(OutputFile, WhoReadsMeanwhileKeepsTheOldFile) {
  put(path("a"), "old");
  std::ifstream Reader(path("a"));
  EXPECT_THAT(writeFile(path("a"), "new"), IsEmpty());
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(Reader), {}), "old");
  EXPECT_EQ(contents(path("a")), "new");
}

TEST_F(OutputFile, FurtherNamesStayNamesOfIt) {
  put(path("a"), "a longer text than the new one");
  std::filesystem::create_hard_link(path("a"), path("b"));
  EXPECT_THAT(writeFile(path("a"), "text"), IsEmpty());
  EXPECT_EQ(contents(path("b")), "text");
  EXPECT_EQ(statusOf(path("a")).st_nlink, 2u);
}

TEST_F(OutputFile, AnAccessListStays) {
  put(path("a"), "old");
  // Version 2 of the format; user::rw-, user:12345:r--, group::---, mask::r--, other::---
  const unsigned char List[] = {2, 0,  0,   0,   1,   0,   6,  0, 255, 255, 255, 255, 2,   0,  4,
                                0, 57, 48,  0,   0,   4,   0,  0, 0,   255, 255, 255, 255, 16, 0,
                                4, 0,  255, 255, 255, 255, 32, 0, 0,   0,   255, 255, 255, 255};
  if (setxattr(path("a").c_str(), "system.posix_acl_access", List, sizeof List, 0) != 0)
    GTEST_SKIP() << "the file system of /tmp has no access lists";
  EXPECT_THAT(writeFile(path("a"), "new"), IsEmpty());
  EXPECT_EQ(contents(path("a")), "new");
  EXPECT_EQ(getxattr(path("a").c_str(), "system.posix_acl_access", nullptr, 0), ssize_t(sizeof List));
}

TEST_F(OutputFile, LinksStayAndLeadToTheNewText) {
  std::filesystem::create_directory(path("sub"));
  put(path("sub/real"), "old");
  std::filesystem::create_symlink("sub/link", path("first"));
  std::filesystem::create_symlink("real", path("sub/link"));
  EXPECT_THAT(writeFile(path("first"), "new"), IsEmpty());
  EXPECT_TRUE(std::filesystem::is_symlink(path("first")) && std::filesystem::is_symlink(path("sub/link")));
  EXPECT_EQ(contents(path("sub/real")), "new");
  std::filesystem::create_symlink(path("made"), path("dangling"));
  EXPECT_THAT(writeFile(path("dangling"), "made too"), IsEmpty());
  EXPECT_EQ(contents(path("made")), "made too");
  std::filesystem::create_symlink("round", path("round"));
  EXPECT_THAT(writeFile(path("round"), ""), HasSubstr("Too many levels of symbolic links"));
}

TEST_F(OutputFile, ADeviceIsWrittenToAndStays) {
  // The test makes its own device nodes, so that a failure as root does not replace the system's.
  for (auto [Name, Minor] : {std::pair("null", 3), std::pair("full", 7)})
    if (mknod(path(Name).c_str(), S_IFCHR | 0600, makedev(1, unsigned(Minor))) != 0)
      GTEST_SKIP() << "only root can make device nodes";
  std::filesystem::create_symlink("null", path("link"));
  const std::string Problem = writeFile(path("link"), "text");
  if (Problem == "Permission denied")
    GTEST_SKIP() << "/tmp has no device nodes";
  EXPECT_THAT(Problem, IsEmpty());
  EXPECT_THAT(writeFile(path("null"), "text"), IsEmpty());
  EXPECT_THAT(whyNotWritable(path("null")), IsEmpty());
  EXPECT_TRUE(std::filesystem::is_character_file(path("null")));
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_THAT(writeFile(path("full"), "text"), HasSubstr("No space left on device"));
}

TEST_F(OutputFile, APipeIsWrittenToAndStays) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_THAT(writeFile(path("pipe"), "text"), HasSubstr("no process reads this pipe"));
  const std::string Long(1 << 20, 'x'); // more than the pipe holds
  std::string Read;
  std::thread Reader([&] { Read = contents(path("pipe")); });
  EXPECT_THAT(writeFile(path("pipe"), Long, {.WaitForReader = true}), IsEmpty());
  Reader.join();
  EXPECT_EQ(Read, Long);
  EXPECT_TRUE(std::filesystem::is_fifo(path("pipe")));
}

TEST_F(OutputFile, AReaderThatGoesAwayEndsNobody) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(inChild([&] {
              std::thread([&] { close(open(path("pipe").c_str(), O_RDONLY)); }).detach();
              return writeFile(path("pipe"), std::string(1 << 20, 'x'), {.WaitForReader = true}) == "Broken pipe" ? 0
                                                                                                                  : 1;
            }),
            0);
}

TEST_F(OutputFile, ANameOfAnOpenDescriptorIsThatDescriptor) {
  int Ends[2];
  ASSERT_EQ(pipe(Ends), 0);
  EXPECT_THAT(writeFile("/dev/fd/" + std::to_string(Ends[1]), "pipe "), IsEmpty());
  EXPECT_THAT(writeFile("/proc/self/fd/" + std::to_string(Ends[1]), "again"), IsEmpty());
  char Text[16] = "";
  EXPECT_EQ(read(Ends[0], Text, sizeof Text), 10);
  EXPECT_STREQ(Text, "pipe again");
  close(Ends[0]), close(Ends[1]);
  EXPECT_THAT(writeFile("/dev/fd/" + std::to_string(Ends[1]), "x"), Not(IsEmpty())) << "it is closed";
}

TEST_F(OutputFile, StandardOutputThatIsAFileKeepsWhatItHas) {
  EXPECT_EQ(inChild([&] {
              dup2(open(path("out").c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
              return !(write(STDOUT_FILENO, "before ", 7) == 7 && writeFile("/dev/stdout", "report ").empty() &&
                       write(STDOUT_FILENO, "behind", 6) == 6);
            }),
            0);
  EXPECT_EQ(contents(path("out")), "before report behind");
}

TEST_F(OutputFile, StandardOutputOfAnotherProcessKeepsWhatItHas) {
  put(path("out"), "before ");
  const int Open = open(path("out").c_str(), O_RDWR);
  const std::string Name = "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(Open);
  EXPECT_EQ(inChild([&] { return !writeFile(Name, "report").empty(); }), 0);
  EXPECT_EQ(contents(path("out")), "before report");
  close(Open);
}

TEST_F(OutputFile, WhatIsNoPlaceForAFileIsSaid) {
  EXPECT_THAT(writeFile(Folder, ""), HasSubstr("Is a directory"));
  EXPECT_THAT(writeFile(Folder + "/", ""), HasSubstr("Is a directory"));
  EXPECT_THAT(writeFile("", ""), HasSubstr("No such file or directory"));
  EXPECT_THAT(writeFile(path("none/a"), ""), HasSubstr("No such file or directory"));
  put(path("a"), "");
  EXPECT_THAT(writeFile(path("a/b"), ""), HasSubstr("Not a directory"));
  EXPECT_THAT(writeFile(path(std::string(300, 'n')), ""), HasSubstr("File name too long"));
  for (const std::string &Each : {Folder, std::string(), path("none/a"), path("a/b")})
    EXPECT_THAT(whyNotWritable(Each), Not(IsEmpty())) << Each;
  EXPECT_THAT(whyNotWritable(path("a")), IsEmpty());
  EXPECT_THAT(whyNotWritable(path("new")), IsEmpty());
  EXPECT_EQ(fileCount(), 1u);
}

TEST_F(OutputFile, ALimitOfFileSizesLeavesTheOldFile) {
  put(path("old"), "old");
  put(path("linked"), "linked");
  std::filesystem::create_hard_link(path("linked"), path("other"));
  EXPECT_EQ(inChild([&] {
              const rlimit Limit = {8192, 8192};
              setrlimit(RLIMIT_FSIZE, &Limit);
              const std::string Long(10000, 'x');
              int Wrong = 0;
              for (const char *Name : {"old", "linked", "new"})
                Wrong += writeFile(path(Name), Long) != "File too large";
              return Wrong;
            }),
            0);
  EXPECT_EQ(contents(path("old")), "old");
  EXPECT_EQ(contents(path("linked")), "linked");
  EXPECT_EQ(fileCount(), 3u);
}

TEST_F(OutputFile, NoFurtherDescriptorIsAnError) {
  put(path("old"), "old");
  EXPECT_EQ(inChild([&] {
              const rlimit Limit = {3, 3};
              setrlimit(RLIMIT_NOFILE, &Limit);
              return writeFile(path("old"), "new") != "Too many open files";
            }),
            0);
  EXPECT_EQ(contents(path("old")), "old");
}

TEST_F(OutputFile, ClosedStandardStreamsStayClosed) {
  EXPECT_EQ(inChild([&] {
              for (int Stream : {0, 1, 2})
                close(Stream);
              // While a file is open, output of other threads to standard streams must not land in it.
              const Descriptor Opened = openAt(AT_FDCWD, path("a"), O_CREAT | O_WRONLY, 0600);
              int Wrong = Opened.number() <= 2;
              Wrong += write(1, "print", 5) == 5 || write(2, "print", 5) == 5;
              Wrong += !writeFile(path("a"), "text").empty();
              for (int Stream : {0, 1, 2})
                Wrong += fcntl(Stream, F_GETFD) >= 0;
              return Wrong;
            }),
            0);
  EXPECT_EQ(contents(path("a")), "text");
}

TEST_F(OutputFile, ManyWritersLeaveOneWholeFile) {
  std::vector<pid_t> Writers;
  for (char Letter = 'a'; Letter < 'a' + 16; ++Letter)
    if (Writers.push_back(fork()); Writers.back() == 0) {
      int Wrong = 0;
      for (int Run = 0; Run < 20; ++Run)
        Wrong += !writeFile(path("report"), std::string(100000, Letter)).empty();
      _exit(Wrong);
    }
  for (pid_t Each : Writers) {
    const std::string Text =
        std::filesystem::exists(path("report")) ? contents(path("report")) : std::string(100000, 'a');
    EXPECT_EQ(Text, std::string(100000, Text[0]));
    int Status = 0;
    waitpid(Each, &Status, 0);
    EXPECT_EQ(Status, 0);
  }
  EXPECT_EQ(fileCount(), 1u);
}
