// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies on devices as the checker tracks them.
#include "Check/Kept.h"

#include <gtest/gtest.h>

using namespace hetrt::check;

namespace {

constexpr Bytes X{0x1000, 0x1100};
constexpr std::uintptr_t HostCode = 11, LoopCode = 22;

TEST(Kept, DevicesReadWhatTheyHad) {
  KeptArrays All;
  All.enter(X, "x", "map(to: x)");
  EXPECT_EQ(All.device(0x1008, 8, false, LoopCode), 0u);
  EXPECT_EQ(All.host(0x1008, 8, true, HostCode), 0u);
  EXPECT_EQ(All.device(0x1010, 8, false, LoopCode), 0u);
  EXPECT_EQ(All.device(0x1008, 8, false, LoopCode), HostCode);
  All.devicesGet({0x1008, 0x1010});
  EXPECT_EQ(All.device(0x1008, 8, false, LoopCode), 0u);
}

TEST(Kept, WhatDevicesWriteIsNewThere) {
  KeptArrays All;
  All.persist(X, "x", "persist(x)");
  All.host(0x1008, 8, true, HostCode);
  EXPECT_EQ(All.device(0x1008, 8, true, LoopCode), 0u);
  EXPECT_EQ(All.device(0x1008, 8, false, LoopCode), 0u);
}

TEST(Kept, HostTouchesWhatDevicesWrote) {
  KeptArrays All;
  All.persist(X, "x", "persist(x)");
  All.device(0x1008, 8, true, LoopCode);
  EXPECT_EQ(All.host(0x1000, 8, false, HostCode), 0u);
  EXPECT_EQ(All.host(0x1008, 8, false, HostCode), LoopCode);
  EXPECT_EQ(All.host(0x100c, 4, true, HostCode), 0u);
  EXPECT_EQ(All.device(0x100c, 4, false, LoopCode), HostCode);
  All.hostGets(X);
  EXPECT_EQ(All.host(0x1008, 4, false, HostCode), 0u);
}

TEST(Kept, WhatNobodySeesShowsInTheBytes) {
  alignas(16) unsigned char Memory[64] = {};
  const auto First = reinterpret_cast<std::uintptr_t>(Memory);
  const Bytes All{First, First + sizeof Memory};
  KeptArrays Kept;
  Kept.persist(All, "x", "persist(x)");
  Kept.remember(All);
  Kept.compare(All);
  EXPECT_EQ(Kept.device(First, 64, false, LoopCode), 0u);
  Memory[9] = 1;
  Kept.compare(All);
  EXPECT_EQ(Kept.device(First + 8, 1, false, LoopCode), 0u);
  EXPECT_EQ(Kept.device(First + 9, 1, false, LoopCode), UnseenCode);
  Kept.devicesGet(All);
  Kept.compare(All);
  EXPECT_EQ(Kept.device(First + 9, 1, false, LoopCode), 0u);
}

TEST(Kept, ForgottenArraysAreTakenAnew) {
  KeptArrays All;
  All.persist(X, "x", "persist(x)");
  All.device(0x1008, 8, true, LoopCode);
  All.devicesForget({0x1000, 0x1001});
  EXPECT_TRUE(All.find(0x1008)->Forgotten);
  All.devicesTake(X);
  EXPECT_FALSE(All.find(0x1008)->Forgotten);
  EXPECT_EQ(All.host(0x1008, 8, false, HostCode), 0u);
}

TEST(Kept, RegionsInsideOneAnother) {
  KeptArrays All;
  All.enter(X, "x", "map(x)");
  All.enter(X, "x", "map(x)");
  All.device(0x1008, 8, true, LoopCode);
  All.leave(X);
  EXPECT_EQ(All.host(0x1008, 8, false, HostCode), LoopCode);
  All.leave(X);
  EXPECT_TRUE(All.empty());
  All.enter(X, "x", "map(x)"); // drops what was kept before
  EXPECT_EQ(All.host(0x1008, 8, false, HostCode), 0u);
}

TEST(Kept, PersistInsideARegion) {
  KeptArrays All;
  All.enter(X, "x", "map(x)");
  All.persist({0x1000, 0x1080}, "x", "persist(x)");
  All.depersist(0x1000);
  EXPECT_TRUE(All.touches({0x10ff, 0x1200}));
  EXPECT_FALSE(All.touches({0x1100, 0x1200}));
  All.leave(X);
  EXPECT_TRUE(All.empty());
}

} // namespace
