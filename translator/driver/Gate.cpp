// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the gate as a file lock, which makes the assembler wait for the device image.
#include "Gate.h"

#include "Files.h"
#include "Files/Program.h"
#include "Process.h"
#include "Toolchain.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace hetcc::driver {

namespace {

/// The word by which hetcc recognises that gcc has started it as its wrapper. It is not for users, so it is not in the
/// table of options.
constexpr std::string_view Marker = "--hetcc-gate=";

/// Waits for the gate. False if hetcc has ended without opening it, for example because of a signal; the step must not
/// run then.
bool passGate(const std::string &Path) {
  int Descriptor = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Descriptor < 0) // a unit without an image has no gate
    return true;
  while (flock(Descriptor, LOCK_SH) != 0 && errno == EINTR)
    ;
  char Opened;
  bool Pass = read(Descriptor, &Opened, 1) == 1;
  ::close(Descriptor);
  return Pass;
}

} // namespace

bool Gate::close(const std::string &Path) {
  Descriptor = ::open(Path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  return Descriptor >= 0 && flock(Descriptor, LOCK_EX) == 0;
}

bool Gate::open() {
  bool Good = write(Descriptor, "1", 1) == 1;
  abandon();
  return Good;
}

void Gate::abandon() {
  if (Descriptor >= 0)
    ::close(Descriptor);
  Descriptor = -1;
}

std::vector<std::string> Gate::options(const std::string &Path) {
  std::string Self = hetrt::programPath();
  // -wrapper takes one argument, in which commas separate the words.
  if (Self.empty() || (Self + Path).find(',') != std::string::npos)
    return {};
  return {"-wrapper", Self + "," + std::string(Marker) + Path};
}

bool isGatedStep(const std::vector<std::string> &Words) { return Words.size() > 1 && Words[0].starts_with(Marker); }

int runGatedStep(const std::vector<std::string> &Words) {
  Command Step{{Words.begin() + 1, Words.end()}, {}};
  std::string_view Program = namePart(Step.Words[0]);
  if (Program == "as" || Program.ends_with("-as"))
    if (!passGate(Words[0].substr(Marker.size())))
      return 1;
  become(Step);
  fprintf(stderr, "hetcc: error: cannot run '%s': %s\n", Step.Words[0].c_str(), strerror(errno));
  return 1;
}

} // namespace hetcc::driver
