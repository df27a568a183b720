// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs child processes, and passes signals to them.
#include "Process.h"

#include "Files.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <locale.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace hetcc::driver {

namespace {

constexpr int DeferredSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

volatile sig_atomic_t Pending = 0;
/// The child processes that are running; the signal handler reads this.
constexpr size_t MaximalChildren = 64;
std::atomic<pid_t> Children[MaximalChildren];

void passToChildren(int Signal) {
  int Saved = errno;
  Pending = Signal;
  for (std::atomic<pid_t> &Child : Children)
    if (pid_t Id = Child.load(); Id > 0)
      kill(Id, Signal);
  errno = Saved;
}

void replaceChild(pid_t From, pid_t To) {
  for (std::atomic<pid_t> &Child : Children) {
    pid_t Expected = From;
    if (Child.compare_exchange_strong(Expected, To))
      return;
  }
}

std::vector<char *> argumentVector(const Command &Command) {
  std::vector<char *> Result;
  Result.reserve(Command.Words.size() + 1);
  for (const std::string &Word : Command.Words)
    Result.push_back(const_cast<char *>(Word.c_str()));
  Result.push_back(nullptr);
  return Result;
}

bool isPlain(std::string_view Word) {
  auto Plain = [](char C) { return isalnum(static_cast<unsigned char>(C)) || strchr("-_=+./,:@%^", C); };
  return !Word.empty() && std::all_of(Word.begin(), Word.end(), Plain);
}

} // namespace

/// Raises the limit of stack memory for the next child process to 512 MB, or as far as is allowed. Returns false if the
/// limit has not been changed.
static bool raiseStackLimit(rlimit &Before) {
  constexpr rlim_t Deep = rlim_t(1) << 29;
  if (getrlimit(RLIMIT_STACK, &Before) != 0 || Before.rlim_cur == RLIM_INFINITY || Before.rlim_cur >= Deep)
    return false;
  const rlimit Wanted = {std::min(Deep, Before.rlim_max), Before.rlim_max};
  return setrlimit(RLIMIT_STACK, &Wanted) == 0;
}

std::string toShell(const std::vector<std::string> &Words) {
  std::string Line;
  for (const std::string &Word : Words) {
    if (!Line.empty())
      Line += ' ';
    if (isPlain(Word)) {
      Line += Word;
      continue;
    }
    Line += '\'';
    for (char C : Word)
      Line += C == '\'' ? std::string("'\\''") : std::string(1, C);
    Line += '\'';
  }
  return Line;
}

std::string toShell(const Command &Command) {
  std::string Line = toShell(Command.Words);
  return Command.Input.empty() ? Line : Line + " < " + toShell(std::vector{Command.Input});
}

/// The system's messages for errors that come from the machine (a full disk, a limit, too little memory) and not from
/// what the input contains, in English and in the user's language. isEnvironmentFault() recognises such failures by
/// these texts.
static std::vector<std::string> environmentErrorTexts() {
  std::vector<std::string> Words;
  locale_t Own = newlocale(LC_MESSAGES_MASK | LC_CTYPE_MASK, "", nullptr);
  for (int Error : {ENOSPC, EDQUOT, EFBIG, EROFS, EIO, ENOMEM, EMFILE, ENFILE, EAGAIN}) {
    Words.emplace_back(strerrordesc_np(Error));
    if (Own)
      Words.emplace_back(strerror_l(Error, Own));
  }
  if (Own)
    freelocale(Own);
  return Words;
}

int ExitStatus::signalOfPart() const {
  const std::string_view All = Errors;
  for (size_t Start = 0; Start < All.size();) {
    const std::string_view Line = All.substr(Start, All.find('\n', Start) - Start);
    Start += Line.size() + 1;
    for (int Each : {SIGXFSZ, SIGXCPU, SIGKILL})
      if (Line.find(std::string(sigdescr_np(Each)) + " signal terminated program") != Line.npos ||
          Line.ends_with("unable to execute command: " + std::string(sigdescr_np(Each))))
        return Each;
  }
  return 0;
}

bool ExitStatus::isEnvironmentFault() const {
  if (succeeded())
    return false;
  if (EnvironmentFault || Code == CannotRun || Signal == SIGXFSZ || Signal == SIGXCPU || Signal == SIGKILL ||
      signalOfPart())
    return true;
  const std::vector<std::string> Words = environmentErrorTexts();
  for (std::string_view Rest = Errors; !Rest.empty();) {
    std::string_view Line = Rest.substr(0, Rest.find('\n'));
    Rest.remove_prefix(std::min(Rest.size(), Line.size() + 1));
    while (Line.ends_with('\'') || Line.ends_with('"') || Line.ends_with('.') || Line.ends_with('\r'))
      Line.remove_suffix(1);
    if (std::any_of(Words.begin(), Words.end(), [&](const std::string &Each) { return Line.ends_with(Each); }))
      return true;
  }
  return false;
}

Child::Child(Child &&Other) noexcept
    : Id(std::exchange(Other.Id, -1)), Errors(std::exchange(Other.Errors, -1)), Status(std::move(Other.Status)) {}

Child::~Child() {
  if (Id > 0)
    kill(Id, SIGTERM);
  wait();
}

Child Child::start(const Command &Command, bool CaptureErrors) {
  Child Result;
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  if (CaptureErrors) {
    Result.Errors = memfd_create("hetcc-errors", MFD_CLOEXEC);
    posix_spawn_file_actions_adddup2(&Actions, Result.Errors, STDERR_FILENO);
  }
  if (!Command.Input.empty())
    posix_spawn_file_actions_addopen(&Actions, STDIN_FILENO, Command.Input.c_str(), O_RDONLY, 0);
  std::vector<char *> Arguments = argumentVector(Command);
  rlimit Before;
  const bool Raised = Command.DeepStack && raiseStackLimit(Before);
  int Error = posix_spawnp(&Result.Id, Arguments[0], &Actions, nullptr, Arguments.data(), environ);
  if (Raised)
    setrlimit(RLIMIT_STACK, &Before);
  posix_spawn_file_actions_destroy(&Actions);
  if (Error) {
    Result.Id = -1;
    Result.Status.Code = CannotRun;
    Result.Status.Errors = "hetcc: error: cannot run '" + Command.Words[0] + "': " + strerror(Error) + "\n";
    if (!CaptureErrors)
      fputs(Result.Status.Errors.c_str(), stderr);
  } else {
    replaceChild(0, Result.Id);
    // A signal that arrived before the child was in the list was not passed on to the child.
    if (Pending)
      kill(Result.Id, Pending);
  }
  return Result;
}

ExitStatus Child::wait() {
  if (Id > 0) {
    int Raw = 1 << 8; // if the status cannot be read: exit(1)
    while (waitpid(Id, &Raw, 0) < 0 && errno == EINTR)
      ;
    replaceChild(Id, 0);
    Id = -1;
    Status.Code = WIFEXITED(Raw) ? WEXITSTATUS(Raw) : 1;
    Status.Signal = WIFSIGNALED(Raw) ? WTERMSIG(Raw) : 0;
  }
  if (Errors >= 0) {
    lseek(Errors, 0, SEEK_SET);
    Status.Errors += readDescriptor(Errors);
    close(Errors);
    Errors = -1;
  }
  return Status;
}

ExitStatus run(const Command &Command, bool CaptureErrors) { return Child::start(Command, CaptureErrors).wait(); }

/// Standard streams that were closed at the start, and are held open by protectFromEnvironment().
static std::vector<int> HeldStreams;

void become(const Command &Command) {
  std::vector<char *> Arguments = argumentVector(Command);
  for (int Stream : HeldStreams)
    close(Stream);
  HeldStreams.clear();
  execvp(Arguments[0], Arguments.data());
}

void protectFromEnvironment() {
  for (int Stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    // open() returns the lowest free number, which is that of this stream. The stream is opened for the other direction
    // than its own, so that each use of it fails.
    if (fcntl(Stream, F_GETFD) < 0 && open("/dev/null", Stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) == Stream)
      HeldStreams.push_back(Stream);
  // The parent process may have started hetcc with SIGCHLD ignored; waitpid() would then return no status of children.
  signal(SIGCHLD, SIG_DFL);
  struct sigaction Action = {}, Old;
  // If a file becomes too large, write() is to return an error, not SIGXFSZ to end hetcc. An ignored signal would stay
  // ignored in child processes; one with a handler gets the default action there.
  Action.sa_handler = [](int) {};
  if (sigaction(SIGXFSZ, nullptr, &Old) == 0 && Old.sa_handler == SIG_DFL)
    sigaction(SIGXFSZ, &Action, nullptr);
}

void deferSignals() {
  struct sigaction Action = {};
  Action.sa_handler = passToChildren;
  for (int Signal : DeferredSignals) {
    struct sigaction Old;
    // A signal that is ignored at the start, as under nohup, stays ignored.
    if (sigaction(Signal, nullptr, &Old) == 0 && Old.sa_handler != SIG_IGN)
      sigaction(Signal, &Action, nullptr);
  }
}

int pendingSignal() { return Pending; }

void endBySignal(int Signal) {
  signal(Signal, SIG_DFL);
  raise(Signal);
  _exit(128 + Signal);
}

} // namespace hetcc::driver
