// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Describes and runs loops as the translator's output would, for tests of the engine through its C interface. The teams
// consist of plain threads (std::thread), because the thread sanitizer understands these and not OpenMP's.
#ifndef HETRT_TEST_REGION_TESTLOOP_H
#define HETRT_TEST_REGION_TESTLOOP_H

#include "../TestClause.h"

#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace hetrt::test {

/// A region and its state, which live as long as the process: the runtime finds the states of a region in places by the
/// address of `State`, and an accelerator may load the kernel when the pass is over.
struct RegionOfProcess {
  hetrt_region Region{};
  hetrt_region_state *State = nullptr;
};

inline RegionOfProcess &newRegion() {
  static std::mutex Mutex;
  static auto &All = *new std::deque<RegionOfProcess>;
  std::lock_guard Lock(Mutex);
  RegionOfProcess &Made = All.emplace_back();
  Made.Region.state = &Made.State;
  return Made;
}

/// One annotated loop: its description, the values of the call, and a team that runs it.
class TestLoop {
public:
  /// `Kernel` is the loop's function for emulated devices. `Values` are the captured values, which that function and
  /// the CPU form both read.
  TestLoop(hetrt_emulated_kernel *Kernel, void *Values, std::size_t ValuesSize)
      : Values(Values), ValuesSize(ValuesSize) {
    Region.abi = Call.abi = HETRT_ABI;
    Region.size = sizeof Region;
    Call.size = sizeof Call;
    Region.location = "loop.c:7";
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
    TestClause Made(Name, *static_cast<void *const *>(Pointer), ElementSize, Flags);
    Made.Line = 7;
    // The values of a loop without a kernel contain no pointers, so the offsets are made up.
    Made.PointerOffset =
        static_cast<std::uint32_t>(ValuesSize ? static_cast<const char *>(Pointer) - static_cast<char *>(Values)
                                              : std::ptrdiff_t(Clauses.size() * sizeof(void *)));
    for (const Dimension &Each : Dimensions)
      Made.Dimensions.push_back(
          {Each.Extent, Each.Tied && !(Flags & WholeCopy), Each.Halo, Each.Halo, {0, Each.Extent}});
    Clauses.push_back(std::move(Made));
    writeTables();
    return *this;
  }

  /// Gives the one-dimensional array of clause `Number` another address and extent. The tables of the region stay,
  /// because these are values of the call.
  void setArray(std::size_t Number, const void *Base, std::int64_t Extent) {
    TestClause &Clause = Clauses.at(Number);
    Clause.Base = Base;
    Clause.Dimensions.at(0).Extent = Extent;
    Clause.Dimensions.at(0).Used = {0, Extent};
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

  /// Runs one pass with a team of `Threads` threads, or of as many as the pass wants if that is 0; the calling thread
  /// is one of the team. Returns the error code of hetrt_begin() or hetrt_end().
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

  /// The arrays of a call, in the form for hetrt_describe(): those of the loop, or those of other values and clauses.
  class Described {
  public:
    explicit Described(const TestLoop &Of) : Described(Of.Values, Of.ValuesSize, Of.Clauses) {}
    Described(const void *Captured, std::size_t Size, std::span<const TestClause> Clauses)
        : Tables(clausesOf(Clauses)), Values(valuesOf(Clauses, {static_cast<const std::byte *>(Captured), Size})) {
      Made = Tables.arrays(Values.data());
    }
    Described(const Described &) = delete;
    Described &operator=(const Described &) = delete;
    const hetrt_arrays *get() const { return &Made; }

  private:
    const ClauseTables Tables;
    std::vector<std::byte> Values; ///< The captured values, with the addresses that the clauses name written into them.
    hetrt_arrays Made;
  };

  /// Begins a pass, and describes the arrays of the call if the pass asks for them.
  int begin(hetrt_pass *&Pass) {
    writeTables();
    const int Code = hetrt_begin(Descriptor, &Call, &Pass);
    Asked = Code == HETRT_WANTS_ARRAYS;
    return Asked ? hetrt_describe(Pass, Described(*this).get()) : Code;
  }

  /// Begins this loop inside a block, and describes its arrays if the block asks for them. Returns whether the thread
  /// is to run the loop in place, or an error code.
  int runIn(hetrt_part *Part) {
    writeTables();
    const int Code = hetrt_run(Part, Descriptor, &Call);
    Asked = Code == HETRT_WANTS_ARRAYS;
    return Asked ? hetrt_run_arrays(Part, Descriptor, &Call, Described(*this).get()) : Code;
  }

  /// Writes new tables for the region if its clauses have changed, and otherwise leaves the present ones, because other
  /// threads may be reading them.
  void writeTables() {
    const auto Same = [](const TestClause &A, const TestClause &B) { return A.hasTablesOf(B); };
    if (!Tables.empty() && std::equal(Written.begin(), Written.end(), Clauses.begin(), Clauses.end(), Same))
      return;
    Written = Clauses;
    Tables.push_back(std::make_unique<ClauseTables>(clausesOf(Clauses)));
    Tables.back()->putInto(Region);
    Region.values_size = static_cast<std::uint32_t>(ValuesSize ? ValuesSize : Clauses.size() * sizeof(void *));
  }

  hetrt_region &Region = newRegion().Region;
  const hetrt_region *Descriptor = &Region; ///< Set to the region of another loop to make this one another call of that
                                            ///< region.
  hetrt_call Call{};
  std::vector<TestClause> Clauses;
  std::function<void(std::uint64_t, std::uint64_t)> Body; ///< The CPU form.
  /// The CPU form where the reduction values are combined in a fixed order: it leaves its value at the address given.
  std::function<void(std::uint64_t, std::uint64_t, void *)> Grain;
  std::function<void(const void *)> Combine; ///< Adds the reduction value of an accelerator or of a grain to the
                                             ///< program's.
  int LastThreads = 0;
  bool Asked = false; ///< The last pass asked for the arrays.

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
  const std::size_t ValuesSize;
  std::vector<std::unique_ptr<ClauseTables>> Tables; ///< All tables that the region ever had, because the runtime
                                                     ///< recognizes arrays by the addresses of their tables.
  std::vector<TestClause> Written;
};

/// While an object of this class exists, errors are ignored instead of aborting the program.
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
