// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops as the translator would write them, for tests of the engine through its C interface. Teams are made of plain
// threads, which the thread sanitizer understands.
#ifndef HETRT_TEST_REGION_TESTLOOP_H
#define HETRT_TEST_REGION_TESTLOOP_H

#include "Memory/WindowClauses.h"

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace hetrt::test {

/// One annotated loop: description, values of the call, and a team that runs it.
class TestLoop {
public:
  /// `Kernel` is the device form, `Values` the captured values that both forms read.
  TestLoop(hetrt_emulated_kernel *Kernel, void *Values, std::size_t ValuesSize)
      : Values(Values), ValuesSize(ValuesSize) {
    Region.abi = Call.abi = HETRT_ABI_8;
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
    writeTables();
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
    if (int Code = begin(Pass))
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

  /// The arrays of a call: those of the loop, or with other values and windows.
  class Described {
  public:
    explicit Described(const TestLoop &Of) : Described(Of, Of.Values, Of.ValuesSize, Of.Windows) {}
    Described(const TestLoop &Of, const void *Captured, std::size_t Size, const std::vector<hetrt_window> &Windows)
        : Tables(Of.clauses(Windows)), Values(std::max<std::size_t>(Size, Of.Region.values_size)) {
      std::memcpy(Values.data(), Captured, Size);
      for (std::size_t W = 0; W < Windows.size(); ++W)
        std::memcpy(Values.data() + Of.offsetOf(W), &Windows[W].base, sizeof(void *));
      Made = Tables.arrays(Values.data());
    }
    Described(const Described &) = delete;
    Described &operator=(const Described &) = delete;
    const hetrt_arrays *get() const { return &Made; }

  private:
    const ClauseTables Tables;
    std::vector<std::byte> Values; ///< With the addresses that windows say.
    hetrt_arrays Made;
  };

  /// Begins a pass, with its arrays if it asks for them.
  int begin(hetrt_pass *&Pass) {
    writeTables();
    const int Code = hetrt_begin_8(Descriptor, &Call, &Pass);
    Asked = Code == HETRT_WANTS_ARRAYS;
    return Asked ? hetrt_describe(Pass, Described(*this).get()) : Code;
  }

  /// The same as a loop of a block: whether the thread is to run it in place.
  int runIn(hetrt_part *Part) {
    writeTables();
    const int Code = hetrt_run_8(Part, Descriptor, &Call);
    Asked = Code == HETRT_WANTS_ARRAYS;
    return Asked ? hetrt_run_arrays(Part, Descriptor, &Call, Described(*this).get()) : Code;
  }

  /// Brings the region's tables up to date with its clauses, where these have changed: others may be using it.
  void writeTables() {
    if (!Tables.empty() && Written.size() == Infos.size() &&
        std::memcmp(Written.data(), Infos.data(), Infos.size() * sizeof Infos[0]) == 0)
      return;
    Written = Infos;
    Tables.push_back(std::make_unique<ClauseTables>(clauses(Windows)));
    Tables.back()->putInto(Region);
    Region.values_size = static_cast<std::uint32_t>(ValuesSize ? ValuesSize : Infos.size() * sizeof(void *));
  }

  hetrt_region_8 Region{};
  const hetrt_region_8 *Descriptor = &Region; ///< Of another loop to be another call of the same region.
  hetrt_call_8 Call{};
  std::vector<hetrt_window_info> Infos;
  std::vector<hetrt_window> Windows;
  std::function<void(std::uint64_t, std::uint64_t)> Body; ///< The CPU form.
  /// The CPU form where reduction values are ordered: leaves one.
  std::function<void(std::uint64_t, std::uint64_t, void *)> Grain;
  std::function<void(const void *)> Combine; ///< Takes an accelerator's or a grain's reduction value.
  int LastThreads = 0;
  bool Asked = false; ///< The last pass wanted to know the arrays.

private:
  std::vector<Clause> clauses(const std::vector<hetrt_window> &Of) const {
    std::vector<Clause> Made;
    for (std::size_t W = 0; W < Infos.size(); ++W)
      Made.push_back(clauseOfWindow(Infos[W], &Of[W], offsetOf(W)));
    return Made;
  }

  /// Loops without a kernel have no pointers in their values.
  std::uint32_t offsetOf(std::size_t W) const {
    return ValuesSize ? Infos[W].pointer_offset : static_cast<std::uint32_t>(W * sizeof(void *));
  }

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
  const std::size_t ValuesSize;
  std::vector<std::unique_ptr<ClauseTables>>
      Tables; ///< All that the region ever had: the runtime knows arrays by them.
  std::vector<hetrt_window_info> Written;
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
