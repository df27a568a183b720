// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers for tests to write tables by hand, as the translator would write them.
#ifndef HETRT_TEST_HANDMADETABLES_H
#define HETRT_TEST_HANDMADETABLES_H

#include "Memory/TableFootprint.h"

#include <deque>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace hetrt {

/// The tables of a region and the numbers of one call, in the form in which the translator would write them.
class Tables {
public:
  explicit Tables(std::uint64_t Trips, std::int64_t Lower = 0, std::int64_t Step = 1) {
    Region.abi = HETRT_ABI;
    Region.location = "loop.c:3";
    Call.trip_count = Trips;
    Call.lower = Lower;
    Call.step = Step;
    Call.condition = 1;
  }

  /// A number that is known only when the loop is called.
  hetrt_number known(std::int64_t Value) {
    Numbers.push_back(Value);
    return {0, static_cast<std::uint32_t>(Numbers.size() - 1)};
  }

  /// The term slope * v + offset, where v is the value of the iterator.
  static hetrt_term line(hetrt_number Slope, hetrt_number Offset) {
    hetrt_term Made{};
    Made.slope = Slope;
    Made.offset = Offset;
    return Made;
  }
  static hetrt_term line(std::int32_t Slope, std::int32_t Offset) {
    return line(hetrt_number{Slope, 0}, hetrt_number{Offset, 0});
  }
  hetrt_term constant(std::int64_t Value) { return line(hetrt_number{0, 0}, known(Value)); }

  using Side = std::vector<hetrt_term>;
  struct Dimension {
    Side Lower{}, Upper{};
  };

  /// Adds an array, and returns its number.
  unsigned array(const char *Name, const void *Base, std::size_t ElementSize, std::vector<std::int64_t> Extent,
                 unsigned Flags = 0, const char *Clause = nullptr) {
    hetrt_array_info Made{};
    Made.name = Name;
    Made.clause = Clause;
    Made.line = 7 + static_cast<std::uint32_t>(Arrays.size());
    Made.flags = Flags;
    Made.rank = static_cast<std::uint32_t>(Extent.size());
    Made.pointer_offset = static_cast<std::uint32_t>(Bases.size() * sizeof(void *));
    Made.element_size = {static_cast<std::int32_t>(ElementSize), 0};
    for (std::size_t D = 0; D < Extent.size(); ++D)
      Made.extent[D] = known(Extent[D]);
    Bases.push_back(Base);
    Arrays.push_back(Made);
    return static_cast<unsigned>(Arrays.size() - 1);
  }

  /// Adds a box, and returns a reference to it. The caller may change the box until resolve(), if it is the last one.
  hetrt_box_info &box(unsigned Array, unsigned Flags, std::vector<Dimension> Dimensions) {
    hetrt_box_info Made{};
    Made.array = Array;
    Made.flags = Flags;
    Made.first_end = static_cast<std::uint32_t>(Ends.size());
    Made.access = "access";
    for (const Dimension &Each : Dimensions) {
      const auto Add = [&](const Side &Of) {
        const auto First = static_cast<hetrt_uint16>(Terms.size());
        Terms.insert(Terms.end(), Of.begin(), Of.end());
        return First;
      };
      hetrt_ends End{};
      End.lower = Add(Each.Lower);
      End.lower_count = static_cast<hetrt_uint16>(Each.Lower.size());
      End.upper = Add(Each.Upper);
      End.upper_count = static_cast<hetrt_uint16>(Each.Upper.size());
      Ends.push_back(End);
    }
    return Boxes.emplace_back(Made);
  }

  /// Adds a box of the elements [v + First, v + Last) of an array of one dimension, for the iterator value v.
  hetrt_box_info &around(unsigned Array, unsigned Flags, std::int32_t First, std::int32_t Last) {
    return box(Array, Flags, {{{line(1, First)}, {line(1, Last)}}});
  }

  Status resolve(Directory *Known = nullptr) {
    AllBoxes.assign(Boxes.begin(), Boxes.end());
    Region.arrays = Arrays.data();
    Region.boxes = AllBoxes.data();
    Region.ends = Ends.data();
    Region.terms = Terms.data();
    Region.array_count = static_cast<std::uint32_t>(Arrays.size());
    Region.box_count = static_cast<std::uint32_t>(AllBoxes.size());
    const hetrt_arrays Given = {HETRT_ABI, sizeof Given, Bases.data(), Numbers.data(), Loaded.data(), nullptr};
    Region.loaded_count = static_cast<std::uint32_t>(Loaded.size());
    return resolveCall({Region, Call, Given}, Known, Resolved);
  }

  /// Resolves the call, expects no error, and returns the resolved array for the array with this number.
  const Array &resolved(unsigned Number = 0) {
    const Status Result = resolve();
    EXPECT_TRUE(Result.ok()) << Result.message();
    EXPECT_TRUE(Resolved.WhyNoCopies.ok()) << Resolved.WhyNoCopies.message();
    return Resolved.Arrays.at(Resolved.ArrayOf.at(Number));
  }

  std::string error() { return resolve().message(); }
  std::string whyNoCopies() {
    EXPECT_EQ(resolve().message(), "");
    return Resolved.WhyNoCopies.message();
  }

  hetrt_region Region{};
  hetrt_call Call{};
  std::vector<hetrt_array_info> Arrays;
  std::deque<hetrt_box_info> Boxes;
  std::vector<hetrt_ends> Ends;
  std::vector<hetrt_term> Terms;
  std::vector<hetrt_int64> Numbers{0};
  std::vector<hetrt_memory> Loaded;
  std::vector<const void *> Bases;
  ResolvedCall Resolved;

private:
  std::vector<hetrt_box_info> AllBoxes;
};

} // namespace hetrt

#endif
