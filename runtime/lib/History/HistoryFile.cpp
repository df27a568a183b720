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
#include <map>
#include <sstream>
#include <sys/file.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace hetrt {
namespace {

std::string problem(std::string_view What, const std::string &Path, std::string_view Why) {
  return fmt::format("cannot {} '{}': {}", What, Path, Why);
}

/// Holds the lock file while it lives. Its holder needs it for as long as reading and writing takes, so that a node
/// full of ranks is through in a second or two; who cannot have it in `Patience` meets one that was stopped.
class FileLock {
public:
  FileLock(const std::string &Path, std::chrono::milliseconds Patience)
      : File(open(Path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)) {
    using namespace std::chrono_literals;
    if (File < 0)
      Why = std::strerror(errno);
    for (auto Waited = 0ms; File >= 0 && !Held && Waited < Patience; Waited += 5ms) {
      Held = flock(File, LOCK_EX | LOCK_NB) == 0;
      Why = errno == EWOULDBLOCK ? "another process keeps it locked" : std::strerror(errno);
      if (Held || errno != EWOULDBLOCK)
        break;
      std::this_thread::sleep_for(5ms);
    }
  }
  ~FileLock() {
    if (File >= 0)
      close(File);
  }
  FileLock(const FileLock &) = delete;
  FileLock &operator=(const FileLock &) = delete;
  bool held() const { return Held; }
  const std::string &why() const { return Why; }

private:
  int File;
  std::string Why; ///< Why it is not held.
  bool Held = false;
};

/// Written beside its place and renamed. A link stays one: what it points to is replaced. Nothing else is written
/// through a link.
std::string replaceFile(const std::string &Path, const std::string &Text) {
  std::error_code Error;
  std::filesystem::path Place = std::filesystem::canonical(Path, Error);
  if (Error)
    Place = Path; // there is none yet
  const std::string Draft = Place.string() + ".new";
  std::filesystem::remove(Draft, Error);
  const int File = open(Draft.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600);
  bool Written = File >= 0;
  for (std::size_t Done = 0; Written && Done < Text.size();) {
    const ssize_t Now = write(File, Text.data() + Done, Text.size() - Done);
    Written = Now > 0 || (Now < 0 && errno == EINTR);
    Done += Now > 0 ? std::size_t(Now) : 0;
  }
  Written = (File < 0 || close(File) == 0) && Written;
  if (Written && rename(Draft.c_str(), Place.c_str()) == 0)
    return {};
  const std::string Why = std::strerror(errno);
  std::filesystem::remove(Draft, Error);
  return problem("write", Path, Why);
}

/// Reads a file of a size that a history can have. No file: an empty text.
std::string readFile(const std::string &Path, std::string &Text) {
  constexpr std::uintmax_t Largest = 64 << 20;
  std::error_code Error;
  const auto Status = std::filesystem::status(Path, Error);
  if (Status.type() == std::filesystem::file_type::not_found)
    return {};
  if (Error)
    return problem("read", Path, Error.message());
  if (!std::filesystem::is_regular_file(Status)) // a pipe would be waited for
    return problem("read", Path, "it is no regular file");
  if (std::filesystem::file_size(Path, Error) > Largest || Error)
    return problem("read", Path, Error ? Error.message() : "it is too large for a history");
  std::ifstream File(Path, std::ios::binary);
  std::ostringstream All;
  if (!File || (File.peek() != std::ifstream::traits_type::eof() && !(All << File.rdbuf())))
    return problem("read", Path, std::strerror(errno));
  Text = std::move(All).str();
  return {};
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
  std::string Text, Why;
  if (std::string Problem = readFile(Path, Text); !Problem.empty() || Text.empty())
    return Problem;
  std::optional<History> Read = History::parse(Text, Why);
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
  FileLock Lock(Path + ".lock", Patience);
  if (!Lock.held())
    return problem("write", Path, Lock.why());
  History All;
  std::string Problem = read(All);
  if (!Problem.empty())
    std::filesystem::rename(Path, Path + ".unreadable", Error);
  // Units and instances of a template may have regions at one place: together they are one sample of this run.
  std::map<HistoryKey, std::pair<double, unsigned>> Sums;
  for (const HistorySample &Each : Samples) {
    Sums[Each.Key].first += Each.SecondsPerIteration;
    ++Sums[Each.Key].second;
  }
  for (const auto &[Key, Sum] : Sums)
    All.add(Key, Sum.first / Sum.second, When);
  return replaceFile(Path, All.format());
}

std::string HistoryFile::clear() const {
  std::error_code Error;
  std::filesystem::remove(Path, Error);
  return Error ? problem("remove", Path, Error.message()) : std::string();
}

} // namespace hetrt
