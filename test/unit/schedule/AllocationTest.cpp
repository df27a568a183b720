// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After the first passes over a list of devices, no call of a scheduler allocates memory.
#include "Machines.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

static std::atomic<unsigned> Allocations = 0;

// noinline: if inlined, gcc warns that std::free does not match operator new.
[[gnu::noinline]] void *operator new(std::size_t Size) {
  ++Allocations;
  if (void *P = std::malloc(Size ? Size : 1))
    return P;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void *P) noexcept { std::free(P); }
[[gnu::noinline]] void operator delete(void *P, std::size_t) noexcept { std::free(P); }

using namespace hetrt;
using namespace hetrt::test;

namespace {

struct Allocation : testing::TestWithParam<const SchedulerDescriptor *> {};

/// Runs one pass on devices whose speed changes, so that the split changes. Returns the number of allocations.
unsigned pass(Scheduler &S, const std::vector<DeviceModel> &Models, unsigned Number) {
  unsigned Before = Allocations;
  S.beginPass(100'000, Models);
  for (bool Active = true; Active;) {
    Active = false;
    for (unsigned J = 0; J < Models.size(); ++J) {
      Assignment A = S.next(J);
      if (A.What == Answer::Run)
        S.finished(J, A.Share, 1e-5 * static_cast<double>(A.Share.size()) * (1 + (J + Number) % 7));
      Active |= A.What != Answer::Done;
    }
  }
  EXPECT_EQ(S.endPass(), 0u);
  return Allocations - Before;
}

} // namespace

TEST_P(Allocation, NoneInSteadyState) {
  std::vector<DeviceModel> Models(16);
  Models[14] = Models[15] = {.Kind = ProcessorKind::Accelerator, .SimdWidth = 4};
  auto S = GetParam()->Create({});
  unsigned First = pass(*S, Models, 0);
  EXPECT_GT(First, 0u); // otherwise allocations are not counted
  for (unsigned Number = 1; Number < 20; ++Number)
    EXPECT_EQ(pass(*S, Models, Number), 0u) << "pass " << Number;
}

INSTANTIATE_TEST_SUITE_P(Schedulers, Allocation, allExcept({}), schedulerOf);
