// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that do not belong to one pass: the start of the program, arrays that devices keep, errors in clauses, and
// the report at the end.
#include "Check/Heap.h"
#include "Check/State.h"

#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <unistd.h>
#include <utility>

namespace hetrt::check {

void setSeed(std::uint64_t Seed) { Checker::instance().Seed = Seed; }

void noteFrame(const void *Frame) {
  if (IsActive && !mine().Pass)
    mine().Frame = reinterpret_cast<std::uintptr_t>(Frame);
}

//===-- Arrays that devices keep ---------------------------------------------------------------------------------===//

namespace {

Bytes bytesOf(const void *First, const void *Last) {
  return {reinterpret_cast<std::uintptr_t>(First), reinterpret_cast<std::uintptr_t>(Last)};
}

template <typename Function> void changeKept(Function Change) {
  if (!IsActive)
    return;
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  Change(All.Kept);
  All.keptChanged();
}

} // namespace

void enterData(const void *First, const void *Last, const char *Name, const std::string &Said) {
  changeKept([&](KeptArrays &All) { All.enter(bytesOf(First, Last), Name, Said); });
}

void leaveData(const void *First, const void *Last) {
  changeKept([&](KeptArrays &All) { All.leave(bytesOf(First, Last)); });
}

void updateTo(const void *First, const void *Last) {
  changeKept([&](KeptArrays &All) { All.devicesGet(bytesOf(First, Last)); });
}

void updateFrom(const void *First, const void *Last) {
  changeKept([&](KeptArrays &All) { All.hostGets(bytesOf(First, Last)); });
}

void depersist(const void *Base) {
  changeKept([&](KeptArrays &All) { All.depersist(reinterpret_cast<std::uintptr_t>(Base)); });
}

void hostUses(const void *First, std::uint64_t Size, bool Writes) {
  changeKept([&](KeptArrays &All) {
    const Bytes Where = bytesOf(First, static_cast<const std::byte *>(First) + Size);
    if (!First)
      All.devicesForgetAll();
    else if (Writes)
      All.devicesForget(Where);
    else
      All.hostGets(Where);
  });
}

//===-- The end --------------------------------------------------------------------------------------------------===//

/// Adds a finding about the loop at `Location` that has no instruction of the program.
static void ofLoop(Kind What, const std::string &Location, const std::string &Message) {
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  const std::string Plain = Message.starts_with(Location + ": ") ? Message.substr(Location.size() + 2) : Message;
  if (!All.Found.again(What, Location, 0, 0))
    All.Found.add({What, Location, 0, 0, Plain});
}

void clauseFails(const std::string &Location, const std::string &Message) { ofLoop(Kind::Clause, Location, Message); }
void leavesArray(const std::string &Location, const std::string &Message, const void *Of) {
  if (!heapAround(reinterpret_cast<std::uintptr_t>(Of)).IsBlock)
    ofLoop(Kind::Outside, Location, Message);
}

void forkedChild() {
  IsActive = false;
  hetrt_check_state = HETRT_CHECK_NOTHING;
  hetrt_check_kept = 0;
}

void writeReport() {
  if (!IsActive)
    return;
  const Unchecked Here;
  Checker &All = Checker::instance();
  std::lock_guard Lock(All.Turn);
  if (std::exchange(All.Written, true))
    return;
  const std::string Text = All.Found.report(All.Seed);
  std::fputs(Text.c_str(), stderr);
}

namespace {

/// The exit status of a program with findings, if the program itself ends with status 0.
constexpr int FoundStatus = 66;

/// Called at exit. Registered before main(), so that it is called after all functions that the program registers with
/// atexit().
void atEnd(int Status, void *) {
  if (!IsActive)
    return;
  writeReport();
  if (Status != 0 || Checker::instance().Found.empty())
    return;
  std::fflush(nullptr);
  _exit(FoundStatus);
}

/// Signal handler for faults such as SIGSEGV: writes the report, since one of its findings is probably the cause of the
/// fault. When the handler returns, the signal has its default action again; the faulting instruction runs again, and
/// the signal ends the program.
void atFault(int Signal) {
  alarm(20); // ends the process if the report hangs, which may happen if the fault occurred while the checker changed
             // its data
  writeReport();
  std::fprintf(stderr, "hetcc-check: the program is ended by a signal: %s\n", strsignal(Signal));
}

void reportFaults() {
  for (const int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    struct sigaction Before {
    }, Now{};
    Now.sa_handler = atFault;
    Now.sa_flags = static_cast<int>(SA_RESETHAND);
    if (sigaction(Signal, nullptr, &Before) == 0 && !(Before.sa_flags & SA_SIGINFO) && Before.sa_handler == SIG_DFL)
      sigaction(Signal, &Now, nullptr);
  }
}

} // namespace

} // namespace hetrt::check

void hetrt_check_program(void) {
  using namespace hetrt::check;
  if (std::exchange(IsActive, true))
    return;
  on_exit(atEnd, nullptr);
  // leaveHeap(), called in a forked child, takes no lock: another thread may have held the heap's lock at the time of
  // the fork
  static_cast<void>(pthread_atfork(nullptr, nullptr, leaveHeap));
  reportFaults();
}
