// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes of whole regions on CUDA devices of the fake driver, started as generated code does.
#ifndef HETRT_TEST_DEVICE_REGIONPASS_H
#define HETRT_TEST_DEVICE_REGIONPASS_H

#include "DeviceTest.h"
#include "hetrt/hetrt.h"

#include <cstdlib>
#include <deque>

namespace hetrt::test {

/// Uses one core and two GPUs. Must be called before the first region, since settings are read once.
inline void useFakeDevices() {
  setenv("HETRT_DEVICES", "cpu:1,cuda:2", 1);
  setenv("HETRT_CUDA_DRIVER", fakeCudaPath().c_str(), 1);
}

/// Runs one pass of `Region` over arrays of `Count` elements. The team is this thread, which computes its iterations by
/// `Body`. Returns the sum of the partials that accelerators left.
inline long long pass(const hetrt_region &Region, const hetrt_call &Call, const void *Values,
                      void (*Body)(hetrt_range, const void *, long long &), int &Code) {
  long long Sum = 0;
  hetrt_pass *Pass = nullptr;
  Code = hetrt_begin(&Region, &Call, &Pass);
  if (Code == HETRT_WANTS_ARRAYS) {
    const hetrt_int64 Numbers[] = {0, static_cast<hetrt_int64>(Call.trip_count)};
    const hetrt_arrays Arrays = {HETRT_ABI, sizeof Arrays, Values, Numbers, nullptr, nullptr};
    Code = hetrt_describe(Pass, &Arrays);
  }
  if (Code)
    return 0;
  hetrt_range Range = {0, 0};
  hetrt_member *Member = hetrt_join(Pass, 0, 1);
  while (hetrt_next(Member, &Range))
    Body(Range, Values, Sum);
  if (Call.partials_size)
    for (const void *Partial = nullptr; (Partial = hetrt_next_partial(Pass, Partial));)
      Sum += *static_cast<const long long *>(Partial);
  Code = hetrt_end(Pass);
  return Sum;
}

inline hetrt_call call(std::size_t TripCount) {
  hetrt_call C = {};
  C.abi = HETRT_ABI;
  C.size = sizeof C;
  C.trip_count = TripCount;
  C.step = 1;
  C.condition = 1;
  C.max_threads = 1;
  C.scheduler = "static";
  C.ratio = -1;
  return C;
}

inline constexpr std::size_t Count = 300'000;

/// A copy of a region with its own state, as if the program had one more directive. The runtime identifies a region by
/// its address, so it is never freed.
inline const hetrt_region &newRegion(const hetrt_region &Like) {
  struct Instance {
    hetrt_region Region;
    hetrt_region_state *State = nullptr;
  };
  static auto &Instances = *new std::deque<Instance>; // referenced, so that leak checkers do not report it
  Instance &Made = Instances.emplace_back(Instance{Like});
  Made.Region.state = &Made.State;
  return Made.Region;
}

/// Runs y = 2 * x + y; returns the code of hetrt_end() or hetrt_begin(). `OnCores`, if not null, receives the number of
/// iterations that the team computed.
inline int axpyPass(const hetrt_region &Region, const double *X, double *Y, long long *OnCores = nullptr,
                    const hetrt_call &Call = call(Count)) {
  const AxpyValues Values = {2, X, Y};
  int Code = 0;
  const long long Ran = pass(
      Region, Call, &Values,
      [](hetrt_range Range, const void *Given, long long &Iterations) {
        const AxpyValues V = *static_cast<const AxpyValues *>(Given);
        for (std::uint64_t I = Range.first; I < Range.last; ++I)
          V.Y[I] = V.A * V.X[I] + V.Y[I];
        Iterations += static_cast<long long>(Range.last - Range.first);
      },
      Code);
  if (OnCores)
    *OnCores = Ran;
  return Code;
}

inline int axpyPass(const hetrt_region &Region, std::vector<double> &Y) {
  const std::vector<double> X(Count, 1);
  return axpyPass(Region, X.data(), Y.data());
}

} // namespace hetrt::test

#endif
