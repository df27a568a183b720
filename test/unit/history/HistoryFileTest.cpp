// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The history's file: its path, its use by several processes at once, and files that are no history.
#include "History/HistoryFile.h"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <map>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace hetrt;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

class HistoryFileTest : public testing::Test {
protected:
  HistoryFileTest() {
    char Name[] = "/tmp/history-test-XXXXXX";
    Folder = mkdtemp(Name);
  }
  ~HistoryFileTest() override { std::filesystem::remove_all(Folder); }

  std::string path() const { return Folder + "/deep/down/history.json"; }

  static HistorySample sample(const std::string &Program, double Seconds) {
    return {{Program, "loop.c:7", "cpu", 10}, Seconds};
  }

  std::string Folder;
};

std::string pathUnder(std::map<std::string, std::string> Variables) {
  return historyPath([&](const char *Name) -> const char * {
    const auto Found = Variables.find(Name);
    return Found == Variables.end() ? nullptr : Found->second.c_str();
  });
}

} // namespace

TEST_F(HistoryFileTest, LiesWhereTheBaseDirectorySpecificationSays) {
  EXPECT_EQ(pathUnder({{"HOME", "/home/u"}, {"XDG_STATE_HOME", "/state"}}), "/state/hetcc/history.json");
  EXPECT_EQ(pathUnder({{"HOME", "/home/u"}}), "/home/u/.local/state/hetcc/history.json");
  EXPECT_EQ(pathUnder({{"HOME", "/home/u"}, {"XDG_STATE_HOME", ""}}), "/home/u/.local/state/hetcc/history.json");
  EXPECT_EQ(pathUnder({{"HOME", "/home/u"}, {"XDG_STATE_HOME", "relative"}}),
            "/home/u/.local/state/hetcc/history.json");
  EXPECT_EQ(pathUnder({}), "");
}

TEST_F(HistoryFileTest, AddsToWhatIsThere) {
  const HistoryFile File(path());
  History Past;
  EXPECT_THAT(File.read(Past), IsEmpty()) << "no file is an empty history";
  EXPECT_THAT(File.add({sample("a", 1), sample("b", 2)}, 100).Problem, IsEmpty());
  EXPECT_THAT(File.add({sample("a", 3)}, 200).Problem, IsEmpty());
  ASSERT_THAT(File.read(Past), IsEmpty());
  EXPECT_EQ(Past.entries().size(), 2u);
  EXPECT_EQ(Past.entries().at(sample("a", 0).Key).Samples, (std::vector<double>{1, 3}));
  EXPECT_EQ(Past.entries().at(sample("a", 0).Key).LastUsed, 200);
  EXPECT_THAT(File.clear(), IsEmpty());
  EXPECT_THAT(File.read(Past), IsEmpty());
  EXPECT_TRUE(Past.entries().empty());
}

TEST_F(HistoryFileTest, ProcessesThatWriteAtOnceLoseNothing) {
  constexpr int Processes = 16, Runs = 5;
  for (int Number = 0; Number < Processes; ++Number)
    if (fork() == 0) {
      bool Fine = true;
      for (int Run = 0; Run < Runs; ++Run)
        Fine &= HistoryFile(path(), std::chrono::minutes(1))
                    .add({sample(std::to_string(Number) + "/" + std::to_string(Run), 1)}, Run)
                    .Problem.empty();
      _exit(!Fine);
    }
  int Status = 0, Failed = 0;
  while (wait(&Status) > 0)
    Failed += Status != 0;
  EXPECT_EQ(Failed, 0);
  History Past;
  EXPECT_THAT(HistoryFile(path()).read(Past), IsEmpty());
  EXPECT_EQ(Past.entries().size(), unsigned(Processes * Runs));
}

TEST_F(HistoryFileTest, WhatIsNoHistoryIsSaidAndKept) {
  std::filesystem::create_directories(Folder + "/deep/down");
  std::ofstream(path()) << "{\"version\": 1, \"entr";
  const HistoryFile File(path());
  History Past;
  EXPECT_EQ(File.read(Past), "cannot use '" + path() + "': it is no history");
  EXPECT_TRUE(Past.entries().empty());
  EXPECT_THAT(File.add({sample("a", 1)}, 1).Problem, IsEmpty());
  EXPECT_THAT(File.read(Past), IsEmpty());
  EXPECT_EQ(Past.entries().size(), 1u);
  EXPECT_TRUE(std::filesystem::exists(path() + ".unreadable"));
}

TEST_F(HistoryFileTest, AFolderThatCannotBeMadeIsSaid) {
  std::ofstream(Folder + "/deep") << "a file";
  EXPECT_THAT(HistoryFile(path()).add({sample("a", 1)}, 1).Problem, HasSubstr("cannot write '" + path() + "'"));
  History Past;
  EXPECT_THAT(HistoryFile(path()).read(Past), IsEmpty());
}

TEST_F(HistoryFileTest, AStoppedWriterHoldsNobodyUp) {
  ASSERT_THAT(HistoryFile(path()).add({sample("a", 1)}, 1).Problem, IsEmpty());
  const int Other = open((path() + ".lock").c_str(), O_RDWR);
  ASSERT_EQ(flock(Other, LOCK_EX), 0);
  const HistoryFile::Added Added = HistoryFile(path(), std::chrono::milliseconds(20)).add({sample("a", 1)}, 1);
  EXPECT_THAT(Added.Problem, HasSubstr("another process keeps it locked"));
  EXPECT_TRUE(Added.Busy);
  close(Other);
}

TEST_F(HistoryFileTest, ALockThatCannotBeHadForAnotherReasonIsSaidSo) {
  std::filesystem::create_directories(path() + ".lock");
  EXPECT_THAT(HistoryFile(path()).add({sample("a", 1)}, 1).Problem, HasSubstr("Is a directory"));
}

TEST_F(HistoryFileTest, APipeIsNotWaitedFor) {
  std::filesystem::create_directories(std::filesystem::path(path()).parent_path());
  ASSERT_EQ(mkfifo(path().c_str(), 0600), 0);
  History Past;
  EXPECT_THAT(HistoryFile(path()).read(Past), HasSubstr("it is no regular file"));
  EXPECT_THAT(HistoryFile(path()).add({sample("a", 1)}, 1).Problem, HasSubstr("it is no regular file"));
  EXPECT_TRUE(std::filesystem::is_fifo(path())) << "what cannot be read is left alone";
}

TEST_F(HistoryFileTest, NothingIsWrittenThroughALinkButTheHistoryItself) {
  ASSERT_THAT(HistoryFile(path()).add({sample("a", 1)}, 1).Problem, IsEmpty());
  const std::string Real = Folder + "/real.json", Precious = Folder + "/precious";
  std::filesystem::rename(path(), Real);
  std::filesystem::create_symlink(Real, path());
  std::ofstream(Precious) << "precious";
  std::filesystem::create_symlink(Precious, Real + ".new");
  ASSERT_THAT(HistoryFile(path()).add({sample("b", 2)}, 1).Problem, IsEmpty());
  EXPECT_TRUE(std::filesystem::is_symlink(path()));
  History Past;
  EXPECT_THAT(HistoryFile(Real).read(Past), IsEmpty());
  EXPECT_EQ(Past.entries().size(), 2u);
  EXPECT_EQ(std::filesystem::file_size(Precious), 8u);
}

TEST_F(HistoryFileTest, OneRunIsOneSampleHoweverManyRegionsShareAPlace) {
  ASSERT_THAT(HistoryFile(path()).add({sample("a", 1), sample("a", 2), sample("a", 3)}, 1).Problem, IsEmpty());
  History Past;
  EXPECT_THAT(HistoryFile(path()).read(Past), IsEmpty());
  ASSERT_EQ(Past.entries().size(), 1u);
  EXPECT_EQ(Past.entries().begin()->second.Samples, std::vector<double>{2});
}
