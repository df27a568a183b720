// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops as the translator would write them, for tests of the engine through its C interface. Teams are made of plain
// threads, which the thread sanitizer understands.
#ifndef HETRT_TEST_REGION_TESTLOOP_H
#define HETRT_TEST_REGION_TESTLOOP_H

#include "hetrt/hetrt.h"

#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace hetrt::test {

/// One annotated loop: description, values of the call, and a team that runs it.
class TestLoop {
public:
  /// `Kernel` is the device form, `Values` the captured values that both forms read.
  TestLoop(hetrt_emulated_kernel *Kernel, void *Values, std::size_t ValuesSize) : Values(Values) {
    Region.abi = Call.abi = HETRT_ABI;
    Region.size = sizeof Region;
    Call.size = sizeof Call;
    Region.location = "loop.c:7";
    Region.state = &State;
    Region.values_size = static_cast<std::uint32_t>(ValuesSize);
    Region.emulated = Kernel;
    Call.condition = 1;
    Call.max_threads = 2;
    Call.ratio = -1;
    Call.step = 1;
    Call.values = Values;
  }
  TestLoop(const TestLoop &) = delete;
  TestLoop &operator=(const TestLoop &) = delete;

  struct Dimension {
    std::int64_t Extent;
    bool Tied = false;
    std::int64_t Halo = 0;
  };

  /// Adds a clause for the array whose pointer is at `Pointer` inside the values.
  TestLoop &window(const char *Name, unsigned Flags, const void *Pointer, std::size_t ElementSize,
                   std::initializer_list<Dimension> Dimensions) {
    hetrt_window_info Info{};
    Info.name = Name;
    Info.clause = Flags & HETRT_OUT ? (Flags & HETRT_IN ? "part_copy" : "part_copyout") : "part_copyin";
    Info.line = 7;
    Info.flags = Flags;
    Info.rank = static_cast<std::uint32_t>(Dimensions.size());
    Info.pointer_offset = static_cast<std::uint32_t>(static_cast<const char *>(Pointer) - static_cast<char *>(Values));
    hetrt_window Window{};
    Window.base = *static_cast<void *const *>(Pointer);
    Window.element_size = ElementSize;
    unsigned D = 0;
    for (const Dimension &Each : Dimensions) {
      Window.extent[D] = Each.Extent;
      Window.tied[D] = Each.Tied;
      Window.halo_before[D] = Window.halo_after[D] = Each.Halo;
      ++D;
    }
    Infos.push_back(Info);
    Windows.push_back(Window);
    Region.windows = Infos.data();
    Region.window_count = static_cast<std::uint32_t>(Infos.size());
    Call.windows = Windows.data();
    return *this;
  }

  TestLoop &trips(std::uint64_t Count, std::int64_t Lower = 0, std::int64_t Step = 1) {
    Call.trip_count = Count;
    Call.lower = Lower;
    Call.step = Step;
    return *this;
  }

  TestLoop &on(const char *Devices, const char *Scheduler) {
    Call.devices = Devices;
    Call.scheduler = Scheduler;
    return *this;
  }

  /// Runs one pass; returns the code of hetrt_begin() or hetrt_end(). A team of `Threads`, or of as many as wanted. The
  /// calling thread is one of the team.
  int run(int Threads = 0) {
    hetrt_pass *Pass = nullptr;
    if (int Code = hetrt_begin(Descriptor, &Call, &Pass))
      return Code;
    const int Count = Threads ? Threads : hetrt_threads(Pass);
    LastThreads = Count;
    std::vector<std::thread> Others;
    for (int Number = 1; Number < Count; ++Number)
      Others.emplace_back([=, this] { member(Pass, Number, Count); });
    member(Pass, 0, Count);
    for (std::thread &Each : Others)
      Each.join();
    const void *Partial = nullptr;
    while ((Partial = hetrt_next_partial(Pass, Partial)))
      Combine(Partial);
    return hetrt_end(Pass);
  }

  hetrt_region Region{};
  const hetrt_region *Descriptor = &Region; ///< Of another loop to be another call of the same region.
  hetrt_call Call{};
  std::vector<hetrt_window_info> Infos;
  std::vector<hetrt_window> Windows;
  std::function<void(std::uint64_t, std::uint64_t)> Body; ///< The CPU form.
  /// The CPU form where reduction values are ordered: leaves one.
  std::function<void(std::uint64_t, std::uint64_t, void *)> Grain;
  std::function<void(const void *)> Combine; ///< Takes an accelerator's or a grain's reduction value.
  int LastThreads = 0;

private:
  void member(hetrt_pass *Pass, int Number, int Count) {
    hetrt_range Range{};
    hetrt_member *Member = hetrt_join(Pass, Number, Count);
    const bool Ordered = hetrt_initial_values(Member);
    while (hetrt_next(Member, &Range))
      if (Ordered)
        Grain(Range.first, Range.last, hetrt_range_partial(Member));
      else
        Body(Range.first, Range.last);
  }

  void *Values;
  hetrt_region_state *State = nullptr;
};

/// Calls a handler while it lives in place of the one that aborts.
class ErrorsKept {
public:
  ErrorsKept() {
    Before = hetrt_set_error_handler([](int, const char *) {});
  }
  ~ErrorsKept() { hetrt_set_error_handler(Before); }

private:
  hetrt_error_handler *Before;
};

} // namespace hetrt::test

#endif
