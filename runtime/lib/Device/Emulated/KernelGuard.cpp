// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns window violations and memory faults inside a kernel that runs on the host into program faults.
//
// runKernel() stores a Landing (a target for siglongjmp) in a thread-local slot and calls the kernel.
// hetrt_window_violation() or the signal handler fills in the Landing and jumps back to it. The handler allocates
// nothing and takes no lock, so it may run whatever the thread was doing when the fault happened.

#include "Device/Emulated/KernelGuard.h"

#include "Trace/OfThread.h"

#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace hetrt {

namespace {

/// A subscript outside of a window, or outside of the section of an array reduction. It holds only plain values, since
/// the jump skips destructors.
struct Violation {
  hetrt_int64 Index = 0;
  // Set for a subscript outside of a window:
  const hetrt_bounds *Bounds = nullptr;
  int Dimension = 0;
  bool Write = false;
  // Set for a subscript outside of a section:
  const char *Item = nullptr;
  hetrt_int64 Lower = 0, Upper = 0;
};

/// The place that a kernel of this thread returns to when it cannot go on.
struct Landing {
  sigjmp_buf Point;
  Violation Left; ///< Found by the kernel itself; Bounds and Item are null if nothing was.
  // Set by the signal handler:
  int Signal = 0;
  std::uintptr_t Address = 0;
};

// A signal handler reads this variable. With the initial-exec model, no access to it allocates memory, not even the
// first one in a thread.
__attribute__((tls_model("initial-exec"))) thread_local Landing *volatile Current = nullptr;

struct sigaction PreviousSegv, PreviousBus;

struct sigaction &previousFor(int Signal) { return Signal == SIGBUS ? PreviousBus : PreviousSegv; }

/// Calls the handler that was installed before, or takes the default action.
void passOn(int Signal, siginfo_t *Info, void *Context) {
  struct sigaction &Previous = previousFor(Signal);
  if (Previous.sa_flags & SA_SIGINFO) {
    Previous.sa_sigaction(Signal, Info, Context);
    return;
  }
  if (Previous.sa_handler != SIG_DFL && Previous.sa_handler != SIG_IGN) {
    Previous.sa_handler(Signal);
    return;
  }
  // The default action ends the process when the handler returns and the faulting instruction runs again, so the core
  // file shows the right place. A signal that another process has sent does not come again by itself, so this function
  // raises it again, unless the program ignores it.
  const bool Sent = Info->si_code <= 0;
  if (Sent && Previous.sa_handler == SIG_IGN)
    return;
  signal(Signal, SIG_DFL);
  if (Sent)
    raise(Signal);
}

void onFault(int Signal, siginfo_t *Info, void *Context) {
  Landing *Here = Current;
  if (!Here || Info->si_code <= 0) {
    passOn(Signal, Info, Context);
    return;
  }
  Here->Signal = Signal;
  Here->Address = reinterpret_cast<std::uintptr_t>(Info->si_addr);
  siglongjmp(Here->Point, 1);
}

std::string describe(const hetrt_array_info &What) {
  const std::string Clause = What.clause ? std::string(What.clause) + ", " : "";
  return std::string("array '") + What.name + "' (" + Clause + "line " + std::to_string(What.line) + ")";
}

std::string describeInterval(hetrt_int64 Lower, hetrt_int64 Upper) {
  return "[" + std::to_string(Lower) + ", " + std::to_string(Upper) + ")";
}

/// The message for a window, as in "array 'x' (part_copyin, line 2): read of index 17 outside its window [4, 17)".
std::string describeWindow(const hetrt_region *Region, const Violation &Found) {
  const hetrt_bounds &Bounds = *Found.Bounds;
  const int Dimension = Found.Dimension;
  const bool Write = Found.Write;
  std::string Text;
  unsigned Rank = 1;
  if (Region && Bounds.window < Region->array_count) {
    Text = describe(Region->arrays[Bounds.window]) + ": ";
    Rank = Region->arrays[Bounds.window].rank;
  }
  Text += Write ? "write of " : "read of ";
  Text += Dimension < 0 && Rank > 1 ? "flat index " : "index ";
  Text += std::to_string(Found.Index);
  if (Dimension >= 0 && Rank > 1)
    Text += " in dimension " + std::to_string(Dimension + 1) + " of " + std::to_string(Rank);
  const hetrt_int64 Lower = Dimension < 0 ? (Write ? Bounds.flat_write_lower : Bounds.flat_lower)
                                          : (Write ? Bounds.write_lower[Dimension] : Bounds.lower[Dimension]);
  const hetrt_int64 Upper = Dimension < 0 ? (Write ? Bounds.flat_write_upper : Bounds.flat_upper)
                                          : (Write ? Bounds.write_upper[Dimension] : Bounds.upper[Dimension]);
  if (Lower >= Upper)
    return Text + (Write ? ", but this launch may write none of it" : ", but this launch may read none of it");
  return Text + " outside its window " + describeInterval(Lower, Upper);
}

/// The message for a violation. For a section, as in "array 'h' (reduction, line 5): update of index 14 outside its
/// section [0, 10)".
std::string describe(const hetrt_region *Region, const Violation &Found) {
  if (Found.Bounds)
    return describeWindow(Region, Found);
  return std::string(Found.Item) + ": update of index " + std::to_string(Found.Index) + " outside its section " +
         describeInterval(Found.Lower, Found.Upper);
}

/// The distance in bytes of an address from a range; 0 inside the range.
std::uint64_t distance(std::uintptr_t Address, const DeviceRange &Range) {
  if (Address < Range.Begin)
    return Range.Begin - Address;
  const std::uint64_t End = Range.Begin + Range.Bytes;
  return Address < End ? 0 : Address - End + 1;
}

/// Names the array whose window is nearest to an invalid address, if one is within 1 MB.
std::string describeNeighbour(const KernelCall &Call, std::uintptr_t Address) {
  constexpr std::uint64_t Near = std::uint64_t(1) << 20;
  std::uint64_t Least = Near + 1;
  std::string Text = "near no array of the region (a host pointer, or one that was never set?)";
  for (std::size_t W = 0; W < Call.Windows.size(); ++W) {
    const DeviceRange &Range = Call.Windows[W];
    const std::uint64_t Distance = distance(Address, Range);
    if (Range.Begin == 0 || Distance >= Least)
      continue;
    Least = Distance;
    const bool Before = Address < Range.Begin;
    const std::uint64_t Offset = Before ? Range.Begin - Address : Address - (Range.Begin + Range.Bytes);
    Text = std::to_string(Offset) + (Before ? " bytes before the beginning of " : " bytes after the end of ") +
           describe(Call.Region->arrays[W]) + "'s window";
  }
  return Text;
}

std::string describeFault(const KernelCall &Call, const Landing &Landed) {
  char Address[2 + 2 * sizeof(std::uintptr_t) + 1];
  std::snprintf(Address, sizeof Address, "0x%llx", static_cast<unsigned long long>(Landed.Address));
  // For an address that is not canonical, the processor does not report the address, and the operating system gives 0.
  // So 0 may stand for such an address or for null.
  if (Landed.Address == 0)
    return "the loop body used an invalid or null address";
  return std::string("the loop body used the invalid address ") + Address + ", " +
         describeNeighbour(Call, Landed.Address);
}

Status statusOf(const KernelCall &Call, const Landing &Landed) {
  if (Landed.Left.Bounds || Landed.Left.Item)
    return Status::programFault(HETRT_ERROR_WINDOW, describe(Call.Region, Landed.Left));
  return Status::programFault(HETRT_ERROR_KERNEL, describeFault(Call, Landed));
}

/// Unblocks the signal, which was blocked while the handler ran: siglongjmp() has skipped the end of the handler.
void unblock(int Signal) {
  sigset_t One;
  sigemptyset(&One);
  sigaddset(&One, Signal);
  pthread_sigmask(SIG_UNBLOCK, &One, nullptr);
}

/// Calls the kernel; false if a fault ended it by a jump to `Here`. This is not a part of runKernel(), so that the
/// stack frame to which the jump leads has no other variables, whose values would be undefined after it.
__attribute__((noinline)) bool finishes(const KernelCall &Call, Landing &Here) {
  // The outer kernel's landing is restored at the end, since a kernel may itself run a region on another emulated
  // accelerator in this thread.
  Landing *const Outer = Current;
  // Saving the signal mask would be a system call for each kernel; instead, unblock() corrects the mask after a fault.
  if (sigsetjmp(Here.Point, 0) != 0) {
    Current = Outer;
    if (Here.Signal)
      unblock(Here.Signal);
    return false;
  }
  Current = &Here;
  if (Call.Arrays)
    Call.Region->outlined(Call.First, Call.Last, Call.Values, Call.Partials, Call.Arrays, Call.InOrder);
  else
    Call.Region->emulated(Call.First, Call.Last, Call.Values, Call.Partials, Call.Bounds.data());
  Current = Outer;
  return true;
}

} // namespace

void installKernelFaultHandlers() {
  static const bool Once = [] {
    struct sigaction Ours = {};
    Ours.sa_sigaction = onFault;
    Ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&Ours.sa_mask);
    sigaction(SIGSEGV, &Ours, &PreviousSegv);
    sigaction(SIGBUS, &Ours, &PreviousBus);
    return true;
  }();
  (void)Once;
}

/// Whether an object KernelStack has given this thread a stack for signal handlers.
static thread_local bool StackIsLent = false;

KernelStack::KernelStack() {
  if (StackIsLent)
    return;
  struct Stack {
    char Bytes[std::size_t(64) << 10];
  };
  stack_t Old;
  if (sigaltstack(nullptr, &Old) != 0 || !(Old.ss_flags & SS_DISABLE))
    return;
  stack_t Ours = {};
  Ours.ss_sp = OfThread<Stack>::get().Bytes;
  Ours.ss_size = sizeof(Stack);
  StackWasLent = StackIsLent = sigaltstack(&Ours, nullptr) == 0;
}

KernelStack::~KernelStack() {
  stack_t None = {};
  None.ss_flags = SS_DISABLE;
  if (StackWasLent) {
    sigaltstack(&None, nullptr);
    StackIsLent = false;
  }
}

void *kernelLanding() { return Current; }

void setKernelLanding(void *Landed) { Current = static_cast<Landing *>(Landed); }

/// Ends the kernel that this thread runs, by a jump to its landing.
[[noreturn]] static void stop(const Violation &Found) {
  if (Landing *Here = Current) {
    Here->Left = Found;
    siglongjmp(Here->Point, 1);
  }
  // There is no landing, since the program itself has called the kernel and not runKernel().
  std::fprintf(stderr, "hetrt: %s\n", describe(nullptr, Found).c_str());
  std::abort();
}

Status runKernel(const KernelCall &Call) noexcept {
  const KernelStack Stack;
  Landing Here;
  return finishes(Call, Here) ? Status::success() : statusOf(Call, Here);
}

} // namespace hetrt

extern "C" __attribute__((visibility("default"))) void hetrt_window_violation(const hetrt_bounds *Bounds, int Dimension,
                                                                              hetrt_int64 Index, int Write) {
  hetrt::stop({.Index = Index, .Bounds = Bounds, .Dimension = Dimension, .Write = Write != 0});
}

extern "C" __attribute__((visibility("default"))) void hetrt_section_violation(const char *Item, hetrt_int64 Index,
                                                                               hetrt_int64 Lower, hetrt_int64 Upper) {
  hetrt::stop({.Index = Index, .Item = Item, .Lower = Lower, .Upper = Upper});
}
