// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading, locking and replacing the history's file.
#include "History/HistoryFile.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

namespace hetrt {
namespace {

std::string problem(std::string_view What, const std::string &Path, std::string_view Why) {
  return fmt::format("cannot {} '{}': {}", What, Path, Why);
}

/// Holds the lock file while it lives. Its holder needs it for as long as reading and writing takes; who cannot have it
/// in a second meets one that was stopped, and does without.
class FileLock {
public:
  explicit FileLock(const std::string &Path) : File(open(Path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)) {
    using namespace std::chrono_literals;
    for (auto Waited = 0ms; File >= 0 && !Held && Waited < 1s; Waited += 10ms) {
      Held = flock(File, LOCK_EX | LOCK_NB) == 0;
      if (Held || errno != EWOULDBLOCK)
        break;
      std::this_thread::sleep_for(10ms);
    }
  }
  ~FileLock() {
    if (File >= 0)
      close(File);
  }
  FileLock(const FileLock &) = delete;
  FileLock &operator=(const FileLock &) = delete;
  bool held() const { return Held; }

private:
  int File;
  bool Held = false;
};

/// Written beside its place and renamed.
std::string replaceFile(const std::string &Path, const std::string &Text) {
  const std::string Draft = Path + ".new";
  std::ofstream File(Draft, std::ios::binary | std::ios::trunc);
  File << Text;
  File.close();
  std::error_code Error;
  if (File)
    std::filesystem::rename(Draft, Path, Error);
  if (File && !Error)
    return {};
  const std::string Why = Error ? Error.message() : std::strerror(errno);
  std::filesystem::remove(Draft, Error);
  return problem("write", Path, Why);
}

} // namespace

std::string historyPath(const std::function<const char *(const char *)> &Environment) {
  auto Folder = [&](const char *Name) -> std::string {
    const char *Value = Environment(Name);
    return Value && *Value == '/' ? Value : "";
  };
  if (std::string State = Folder("XDG_STATE_HOME"); !State.empty())
    return State + "/hetcc/history.json";
  if (std::string Home = Folder("HOME"); !Home.empty())
    return Home + "/.local/state/hetcc/history.json";
  return {};
}

std::string HistoryFile::read(History &Into) const {
  Into = {};
  std::ifstream File(Path, std::ios::binary);
  if (!File)
    return errno == ENOENT || errno == ENOTDIR ? std::string() : problem("read", Path, std::strerror(errno));
  std::ostringstream Text;
  Text << File.rdbuf();
  std::string Why;
  std::optional<History> Read = History::parse(Text.str(), Why);
  if (!Read)
    return problem("use", Path, Why);
  Into = std::move(*Read);
  return {};
}

std::string HistoryFile::add(const std::vector<HistorySample> &Samples, std::int64_t When) const {
  std::error_code Error;
  std::filesystem::create_directories(std::filesystem::path(Path).parent_path(), Error);
  if (Error)
    return problem("write", Path, Error.message());
  FileLock Lock(Path + ".lock");
  if (!Lock.held())
    return problem("write", Path, "another process keeps it locked");
  History All;
  std::string Problem = read(All);
  if (!Problem.empty())
    std::filesystem::rename(Path, Path + ".unreadable", Error);
  for (const HistorySample &Each : Samples)
    All.add(Each.Key, Each.SecondsPerIteration, When);
  return replaceFile(Path, All.format());
}

std::string HistoryFile::clear() const {
  std::error_code Error;
  std::filesystem::remove(Path, Error);
  return Error ? problem("remove", Path, Error.message()) : std::string();
}

} // namespace hetrt
