// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stacks of lanes (threads that share an iteration, here coroutines), and the switches between them.

#include "Device/Emulated/LaneGroup.h"

#include <algorithm>
#include <cfenv>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

// Sanitizers have to be told when a thread switches stacks. The functions are weak: they exist only in a program that
// was built with a sanitizer, even if this library was not.
extern "C" {
__attribute__((weak)) void __sanitizer_start_switch_fiber(void **Save, const void *Bottom, std::size_t Size);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void *Save, const void **Bottom, std::size_t *Size);
__attribute__((weak)) void *__tsan_get_current_fiber(void);
__attribute__((weak)) void *__tsan_create_fiber(unsigned Flags);
__attribute__((weak)) void __tsan_destroy_fiber(void *Fiber);
__attribute__((weak)) void __tsan_switch_to_fiber(void *Fiber, unsigned Flags);
}

namespace hetrt {

namespace {

thread_local LaneGroup *Running = nullptr;

/// The stack of a lane. Pages take memory only when they are touched; a guard on either side traps.
class LaneStack {
public:
  LaneStack() {
    void *Got = mmap(nullptr, Whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Got == MAP_FAILED)
      return;
    Memory = static_cast<char *>(Got);
    mprotect(Memory, Guard, PROT_NONE);
    mprotect(Memory + Guard + Bytes, Guard, PROT_NONE);
  }
  ~LaneStack() {
    if (Memory)
      munmap(Memory, Whole);
  }
  LaneStack(const LaneStack &) = delete;
  LaneStack &operator=(const LaneStack &) = delete;
  char *begin() const { return Memory ? Memory + Guard : nullptr; }

  static constexpr std::size_t Bytes = std::size_t(1) << 20;

private:
  static constexpr std::size_t Guard = std::size_t(64) << 10, Whole = Bytes + 2 * Guard;
  char *Memory = nullptr;
};

} // namespace

/// A lane. It is started once, and waits for the next kernel when a kernel has ended, since a new stack and a new
/// sanitizer fiber would cost more than a short kernel takes.
struct LaneGroup::Lane {
  enum State { Waiting, Ended };
  unsigned Number = 0;
  LaneStack Stack;
  ucontext_t Context;
  State Now = Waiting;
  void *Landing = nullptr; ///< saved value of kernelLanding()
  void *Partials = nullptr;
  Status Result;
  void *Fiber = nullptr, *FakeStack = nullptr;

  ~Lane() { dropFiber(); }
  /// Starts the lane anew at the function `Enter`. If the lane has stopped inside of a kernel, it does not return
  /// there.
  void begin(void (*Enter)());
  void dropFiber() {
    if (Fiber)
      __tsan_destroy_fiber(Fiber);
    Fiber = nullptr;
  }
};

void LaneGroup::Lane::begin(void (*Enter)()) {
  dropFiber();
  Fiber = __tsan_create_fiber ? __tsan_create_fiber(0) : nullptr;
  Landing = FakeStack = nullptr;
  getcontext(&Context);
  Context.uc_stack.ss_sp = Stack.begin();
  Context.uc_stack.ss_size = LaneStack::Bytes;
  Context.uc_link = nullptr;
  makecontext(&Context, Enter, 0);
}

LaneGroup::LaneGroup(unsigned LanesOfColumn, unsigned Columns)
    : LanesOfColumn(LanesOfColumn), Exchange(std::size_t(LanesOfColumn) * Columns) {
  for (unsigned Number = 0; Number < Exchange.size(); ++Number) {
    Lanes.push_back(std::make_unique<Lane>());
    Lanes.back()->Number = Number;
  }
}

/// Lets the lanes, which wait for a kernel, return from enter(), so that sanitizers release what they know of their
/// stacks.
LaneGroup::~LaneGroup() {
  LaneGroup *const Outer = std::exchange(Running, this);
  HomeFiber = __tsan_get_current_fiber ? __tsan_get_current_fiber() : nullptr;
  Leaving = true;
  for (const auto &Each : Lanes)
    if (Each->Now == Lane::Ended)
      resume(*Each);
  Running = Outer;
}

bool LaneGroup::usable() const {
  return std::all_of(Lanes.begin(), Lanes.end(), [](const auto &Each) { return Each->Stack.begin() != nullptr; });
}

/// The function on a lane's stack: runs one kernel after another.
void LaneGroup::enter() {
  LaneGroup &Group = *Running;
  Lane &Own = *Group.Current;
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(nullptr, &Group.HomeBottom, &Group.HomeSize);
  while (!Group.Leaving) {
    Own.Result = Group.runAs(Own);
    Own.Now = Lane::Ended;
    Group.suspend(false);
  }
  Group.suspend(true);
}

/// Runs the current kernel on lane `Own`. Not inlined: another thread may drive the device than at the last kernel, so
/// the compiler must not keep the address of a thread-local variable across kernels.
__attribute__((noinline)) Status LaneGroup::runAs(const Lane &Own) const {
  fesetenv(&Rounding);
  KernelCall Mine = Call;
  Mine.Partials = Own.Partials;
  return runKernel(Mine);
}

/// Switches from a lane back to run().
void LaneGroup::suspend(bool Ends) {
  Lane &Own = *Current;
  Own.Landing = kernelLanding();
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber(Ends ? nullptr : &Own.FakeStack, HomeBottom, HomeSize);
  if (__tsan_switch_to_fiber)
    __tsan_switch_to_fiber(HomeFiber, 0);
  swapcontext(&Own.Context, &Home);
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(Own.FakeStack, &HomeBottom, &HomeSize);
}

/// Switches to a lane, which runs up to its next barrier or to its end.
void LaneGroup::resume(Lane &Next) {
  void *const Outer = kernelLanding();
  Current = &Next;
  setKernelLanding(Next.Landing);
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber(&HomeStack, Next.Stack.begin(), LaneStack::Bytes);
  if (__tsan_switch_to_fiber)
    __tsan_switch_to_fiber(Next.Fiber, 0);
  swapcontext(&Home, &Next.Context);
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(HomeStack, nullptr, nullptr);
  setKernelLanding(Outer);
  Current = nullptr;
}

Status LaneGroup::run(const KernelCall &Wanted, const std::vector<void *> &Partials, std::mt19937_64 &Order) {
  LaneGroup *const Outer = std::exchange(Running, this);
  Call = Wanted;
  fegetenv(&Rounding);
  ucontext_t Here;
  getcontext(&Here);
  HomeFiber = __tsan_get_current_fiber ? __tsan_get_current_fiber() : nullptr;
  std::vector<Lane *> Left;
  for (const auto &Each : Lanes) {
    if (Each->Now != Lane::Ended) // the lane is new, or has stopped inside of an earlier kernel, which a fault of
                                  // another lane ended
      Each->begin(&LaneGroup::enter);
    Each->Now = Lane::Waiting;
    Each->Context.uc_sigmask = Here.uc_sigmask;
    Each->Partials = Partials[Each->Number];
    Each->Result = Status::success();
    Left.push_back(Each.get());
  }
  Status Result;
  while (Result.ok() && !Left.empty()) {
    std::shuffle(Left.begin(), Left.end(), Order);
    for (Lane *Each : Left) {
      resume(*Each);
      Result = Each->Result;
      if (!Result.ok())
        break;
    }
    const auto Ended = std::count_if(Left.begin(), Left.end(), [](const Lane *L) { return L->Now == Lane::Ended; });
    if (Result.ok() && Ended && std::size_t(Ended) < Left.size())
      Result = Status::programFault(HETRT_ERROR_INTERNAL, "internal error: lanes of a kernel went different ways");
    if (Ended)
      Left.clear();
  }
  Running = Outer;
  return Result;
}

unsigned LaneGroup::lane() { return Running ? Running->Current->Number % Running->LanesOfColumn : 0; }

unsigned LaneGroup::count() { return Running ? Running->LanesOfColumn : 1; }

unsigned LaneGroup::column() { return Running ? Running->Current->Number / Running->LanesOfColumn : 0; }

unsigned LaneGroup::columnCount() { return Running ? Running->size() / Running->LanesOfColumn : 1; }

void LaneGroup::barrier() {
  if (Running)
    Running->suspend(false);
}

void *LaneGroup::exchange(unsigned Slot) {
  thread_local std::uint64_t Alone = 0;
  return Running ? &Running->Exchange[Slot] : &Alone;
}

LaneGroup::Apart::Apart() : Outer(Running) { Running = nullptr; }
LaneGroup::Apart::~Apart() { Running = Outer; }

} // namespace hetrt

extern "C" {
__attribute__((visibility("default"))) hetrt_uint32 hetrt_emulated_lane(void) { return hetrt::LaneGroup::lane(); }
__attribute__((visibility("default"))) hetrt_uint32 hetrt_emulated_lane_count(void) {
  return hetrt::LaneGroup::count();
}
__attribute__((visibility("default"))) hetrt_uint32 hetrt_emulated_column(void) { return hetrt::LaneGroup::column(); }
__attribute__((visibility("default"))) hetrt_uint32 hetrt_emulated_column_count(void) {
  return hetrt::LaneGroup::columnCount();
}
__attribute__((visibility("default"))) void hetrt_emulated_barrier(void) { hetrt::LaneGroup::barrier(); }
__attribute__((visibility("default"))) void *hetrt_emulated_exchange(hetrt_uint32 Slot) {
  return hetrt::LaneGroup::exchange(Slot);
}
}
