// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions and calls for the tests of how arrays are described and copied.
#ifndef HETRT_TEST_MEMORY_TESTCALL_H
#define HETRT_TEST_MEMORY_TESTCALL_H

#include "../TestClause.h"
#include "Memory/TableFootprint.h"

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

/// A region with clauses, and one call of it.
struct TestCall {
  mutable hetrt_region Region{}; ///< Its tables are those of the last resolve().
  hetrt_call Call{};
  std::vector<hetrt::test::TestClause> Clauses;

  explicit TestCall(std::uint64_t TripCount, std::int64_t Lower = 0, std::int64_t Step = 1) {
    Region.abi = Call.abi = HETRT_ABI;
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
    hetrt::test::TestClause Made(Name, Base, ElementSize, Flags);
    Made.Line = 10 + static_cast<unsigned>(Clauses.size());
    Made.PointerOffset = static_cast<unsigned>(Clauses.size() * sizeof(void *));
    for (const Dimension &Each : Dimensions)
      Made.Dimensions.push_back(
          {Each.Extent, Each.Tied && !(Flags & hetrt::test::WholeCopy), Each.Halo, Each.HaloAfter, {0, Each.Extent}});
    Clauses.push_back(std::move(Made));
    Region.values_size = static_cast<unsigned>(Clauses.size() * sizeof(void *));
  }

  hetrt::Status resolve(hetrt::ResolvedCall &Into) const {
    const std::vector<std::byte> Values = hetrt::test::valuesOf(Clauses);
    Tables.push_back(std::make_shared<hetrt::ClauseTables>(hetrt::test::clausesOf(Clauses)));
    Tables.back()->putInto(Region);
    return hetrt::resolveCall({Region, Call, Tables.back()->arrays(Values.data())}, nullptr, Into);
  }

  hetrt::Status check() const {
    hetrt::ResolvedCall Resolved;
    return resolve(Resolved);
  }

  /// Resolves the call. If something does not fit, the result is incomplete.
  hetrt::ResolvedCall resolve() const {
    hetrt::ResolvedCall Resolved;
    static_cast<void>(resolve(Resolved));
    return Resolved;
  }

private:
  mutable std::vector<std::shared_ptr<hetrt::ClauseTables>> Tables; ///< Kept, because resolved arrays refer to the
                                                                    ///< names in them.
};

namespace hetrt::test {

/// The captured values as a kernel receives them.
template <class T> std::vector<std::byte> bytesOf(const T &Values) {
  const auto *First = reinterpret_cast<const std::byte *>(&Values);
  return {First, First + sizeof Values};
}

/// Checks the segments of all arrays of a call; returns the first error.
inline Status checkSegments(ResolvedCall &Call) {
  for (Array &Each : Call.Arrays)
    if (Status Result = hetrt::checkSegments(Each); !Result.ok())
      return Result;
  return Status::success();
}

} // namespace hetrt::test

#endif
