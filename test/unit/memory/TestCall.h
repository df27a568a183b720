// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions and calls for the tests of windows.
#ifndef HETRT_TEST_MEMORY_TESTCALL_H
#define HETRT_TEST_MEMORY_TESTCALL_H

#include "Memory/Window.h"

#include <initializer_list>
#include <string>
#include <vector>

/// A region with windows, and a call of it.
struct TestCall {
  hetrt_region Region{};
  hetrt_call Call{};
  std::vector<hetrt_window_info> Infos;
  std::vector<hetrt_window> Windows;

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

  /// Adds a window of the array at `Base`.
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
    refresh();
  }

  /// After a change to Infos or Windows.
  void refresh() {
    Region.windows = Infos.data();
    Region.window_count = static_cast<unsigned>(Infos.size());
    Region.values_size = static_cast<unsigned>(Infos.size() * sizeof(void *));
    Call.windows = Windows.data();
  }

  hetrt::Status check() const { return hetrt::checkCall(Region, Call); }

  hetrt::ResolvedCall resolve() const {
    hetrt::ResolvedCall Resolved;
    hetrt::resolveCall(Region, Call, Resolved);
    return Resolved;
  }
};

#endif
