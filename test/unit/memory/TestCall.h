// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions and calls for the tests of arrays.
#ifndef HETRT_TEST_MEMORY_TESTCALL_H
#define HETRT_TEST_MEMORY_TESTCALL_H

#include "Memory/WindowClauses.h"

#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

/// A region with clauses, and a call of it.
struct TestCall {
  mutable hetrt_region_8 Region{}; ///< With the tables of the last resolve().
  hetrt_call_8 Call{};
  std::vector<hetrt_window_info> Infos;
  std::vector<hetrt_window> Windows;

  explicit TestCall(std::uint64_t TripCount, std::int64_t Lower = 0, std::int64_t Step = 1) {
    Region.abi = Call.abi = HETRT_ABI_8;
    Region.size = sizeof Region;
    Call.size = sizeof Call;
    Region.location = "test.c:1";
    Call.trip_count = TripCount;
    Call.lower = Lower;
    Call.step = Step;
    Call.condition = 1;
  }

  struct Dimension {
    std::int64_t Extent;
    bool Tied = false;
    std::int64_t Halo = 0;
    std::int64_t HaloAfter = Halo;
  };

  /// Adds a clause for the array at `Base`.
  void add(const char *Name, const void *Base, std::uint64_t ElementSize, unsigned Flags,
           std::initializer_list<Dimension> Dimensions) {
    hetrt_window_info Info{};
    Info.name = Name;
    Info.clause = Flags & HETRT_OUT ? (Flags & HETRT_IN ? "part_copy" : "part_copyout") : "part_copyin";
    Info.line = 10 + static_cast<unsigned>(Infos.size());
    Info.flags = Flags;
    Info.rank = static_cast<unsigned>(Dimensions.size());
    Info.pointer_offset = static_cast<unsigned>(Infos.size() * sizeof(void *));
    hetrt_window Window{};
    Window.base = Base;
    Window.element_size = ElementSize;
    unsigned D = 0;
    for (const Dimension &Each : Dimensions) {
      Window.extent[D] = Each.Extent;
      Window.halo_before[D] = Each.Halo;
      Window.halo_after[D] = Each.HaloAfter;
      Window.tied[D++] = Each.Tied;
    }
    Infos.push_back(Info);
    Windows.push_back(Window);
    Region.values_size = static_cast<unsigned>(Infos.size() * sizeof(void *));
  }

  hetrt::Status resolve(hetrt::ResolvedCall &Into) const {
    std::vector<hetrt::Clause> Clauses;
    std::size_t Bytes = 0;
    for (std::size_t W = 0; W < Infos.size(); ++W) {
      Clauses.push_back(hetrt::clauseOfWindow(Infos[W], &Windows[W], Infos[W].pointer_offset));
      Bytes = std::max(Bytes, Infos[W].pointer_offset + sizeof(void *));
    }
    std::vector<std::byte> Values(Bytes);
    for (std::size_t W = 0; W < Infos.size(); ++W)
      std::memcpy(Values.data() + Infos[W].pointer_offset, &Windows[W].base, sizeof(void *));
    Tables.push_back(std::make_shared<hetrt::ClauseTables>(Clauses));
    Tables.back()->putInto(Region);
    return hetrt::resolveCall({Region, Call, Tables.back()->arrays(Values.data())}, nullptr, Into);
  }

  hetrt::Status check() const {
    hetrt::ResolvedCall Resolved;
    return resolve(Resolved);
  }

  /// As far as it goes, if something does not fit.
  hetrt::ResolvedCall resolve() const {
    hetrt::ResolvedCall Resolved;
    static_cast<void>(resolve(Resolved));
    return Resolved;
  }

private:
  mutable std::vector<std::shared_ptr<hetrt::ClauseTables>> Tables; ///< Arrays have their names there.
};

namespace hetrt::test {

/// What a kernel captures.
template <class T> std::vector<std::byte> bytesOf(const T &Values) {
  const auto *First = reinterpret_cast<const std::byte *>(&Values);
  return {First, First + sizeof Values};
}

/// Of all arrays of a call.
inline Status checkSegments(ResolvedCall &Call) {
  for (Array &Each : Call.Arrays)
    if (Status Result = hetrt::checkSegments(Each); !Result.ok())
      return Result;
  return Status::success();
}

} // namespace hetrt::test

#endif
