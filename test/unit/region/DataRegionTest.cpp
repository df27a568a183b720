// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests data regions: the arrays that they keep are copied once, and stay until the last region around them is left,
// also with several threads; updates of arrays; and how `present` finds arrays.
#include "Loops.h"

#include <gmock/gmock.h>

using namespace hetrt;
using namespace hetrt::test;
using testing::HasSubstr;

namespace {

template <typename T> void data(int Action, const std::vector<T> &Of, const char *Clause = "copy") {
  hetrt_data(1, Action, Of.data(), Of.data() + Of.size(), "x", Clause, "here.c:3");
}

/// Does `Work` as if inside `#pragma omp target data`.
template <typename Function> void inRegion(const AxpyLoop &Of, Function Work) {
  hetrt_data_open();
  data(HETRT_DATA_ENTER, Of.X);
  data(HETRT_DATA_ENTER, Of.Y);
  int Times = 0;
  while (hetrt_data_next()) {
    Work();
    ++Times;
  }
  EXPECT_EQ(Times, 1);
}

std::uint64_t bytesKept() {
  Fleet *All = nullptr;
  EXPECT_TRUE(Engine::instance().fleet(All).ok());
  std::uint64_t Bytes = 0;
  for (const auto &Each : All->Members)
    Bytes += All->Known->bytesOn(Each->memory());
  return Bytes;
}

bool keeps() { return !emulatedDevices().empty() && Engine::instance().settings().Write != WritePolicy::None; }

} // namespace

TEST(DataRegions, KeepWhatTheyNameUntilTheyAreLeft) {
  AxpyLoop Axpy(500);
  Axpy.Loop.on("gpu", "gpu");
  const std::uint64_t Before = bytesIn();
  inRegion(Axpy, [&] {
    inRegion(Axpy, [&] { ASSERT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message(); });
    EXPECT_EQ(bytesKept() > 0, keeps());
    for (int Pass = 0; Pass < 4; ++Pass)
      ASSERT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
  });
  const std::uint64_t Once = 2 * 500 * sizeof(double), Moved = bytesIn() - Before;
  EXPECT_EQ(Moved, emulatedDevices().empty() ? 0 : keeps() ? Once : 5 * Once);
  EXPECT_EQ(bytesKept(), 0u);
  for (std::size_t I = 0; I < 500; ++I)
    ASSERT_EQ(Axpy.Y[I], 1 + 5 * 3 * Axpy.X[I]) << "home when the region is left";
}

TEST(DataRegions, FromSeveralThreads) {
  std::vector<std::thread> Threads;
  for (int Number = 0; Number < 4; ++Number)
    Threads.emplace_back([Number] {
      AxpyLoop Axpy(60 + Number);
      for (int Pass = 0; Pass < 200; ++Pass) {
        Axpy.Loop.on(Pass % 3 ? "all" : "gpu", Pass % 2 ? "static" : "chunk");
        inRegion(Axpy, [&] { ASSERT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message(); });
      }
      for (std::size_t I = 0; I < Axpy.X.size(); ++I)
        ASSERT_EQ(Axpy.Y[I], 1 + 200 * 3 * Axpy.X[I]);
    });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(bytesKept(), 0u);
}

TEST(DataRegions, TheHostWritesAPart) {
  AxpyLoop Axpy(400);
  Axpy.Loop.on("gpu", "gpu");
  inRegion(Axpy, [&] {
    ASSERT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
    for (std::size_t I = 100; I < 110; ++I)
      Axpy.Y[I] = -1;
    // A range that ends within elements: the update covers every element that it touches.
    const auto *First = reinterpret_cast<const char *>(&Axpy.Y[100]);
    hetrt_data(1, HETRT_DATA_UPDATE_TO, First, First + 10 * sizeof(double), "y", "to", "here.c:4");
    ASSERT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
    hetrt_data(1, HETRT_DATA_UPDATE_FROM, First, First + sizeof(double), "y", "from", "here.c:5");
    EXPECT_EQ(Axpy.Y[100], -1 + 3 * Axpy.X[100]);
    hetrt_data(0, HETRT_DATA_EXIT, First, First + 1, "y", "delete", "here.c:6");
  });
  for (std::size_t I = 0; I < 400; ++I)
    ASSERT_EQ(Axpy.Y[I], (I >= 100 && I < 110 ? -1 : 1 + 3 * Axpy.X[I]) + 3 * Axpy.X[I]) << I;
}

TEST(DataRegions, APersistClauseOutlivesThem) {
  AxpyLoop Axpy(300, HETRT_PERSIST);
  Axpy.Loop.on("gpu", "gpu");
  inRegion(Axpy, [&] { ASSERT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message(); });
  EXPECT_EQ(bytesKept() > 0, keeps());
  for (const auto *Each : {&Axpy.X, &Axpy.Y})
    EXPECT_EQ(hetrt_depersist(Each->data(), "x", "here"), HETRT_SUCCESS) << hetrt_last_message();
  EXPECT_EQ(bytesKept(), 0u);
}

TEST(DataRegions, PresentHasTheExtentOfTheRegion) {
  const ErrorsKept Kept;
  AxpyLoop Axpy(200);
  Axpy.Loop.Clauses[0].say(MovesIn | WholeCopy | HETRT_PRESENT);
  Axpy.Loop.Clauses[0].Word = "present";
  Axpy.Loop.Clauses[0].Dimensions[0].Extent = 0;
  Axpy.Loop.Clauses[0].Dimensions[0].Tied = false;
  Axpy.Loop.on("all", "static");
  EXPECT_EQ(Axpy.Loop.run(), HETRT_ERROR_PRESENT);
  EXPECT_THAT(hetrt_last_message(), HasSubstr("loop.c:7: present(x), line 7: wanted an array that a data region"));
  EXPECT_THAT(hetrt_last_message(), HasSubstr("found none"));
  inRegion(Axpy, [&] { EXPECT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message(); });
  for (std::size_t I = 0; I < 200; ++I)
    ASSERT_EQ(Axpy.Y[I], 1 + 3 * Axpy.X[I]);
  Axpy.Loop.Clauses[0].Dimensions[0].Extent = 201;
  inRegion(Axpy, [&] { EXPECT_EQ(Axpy.Loop.run(), HETRT_ERROR_PRESENT); });
  EXPECT_THAT(hetrt_last_message(), HasSubstr("wanted 1608 bytes of an array"));
  EXPECT_THAT(hetrt_last_message(), HasSubstr("found 1600 bytes"));
}

TEST(DataRegions, WhereNobodyVouchesForTheArraysTheCoresRunTheLoop) {
  AxpyLoop Axpy(200);
  Axpy.Loop.Region.flags |= HETRT_TENTATIVE;
  Axpy.Loop.Clauses[0].say(MovesIn | WholeCopy | HETRT_PRESENT);
  Axpy.Loop.Clauses[0].Dimensions[0].Extent = 0;
  Axpy.Loop.Clauses[0].Dimensions[0].Tied = false;
  Axpy.Loop.on("gpu", "gpu");
  EXPECT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << "in no region: " << hetrt_last_message();
  inRegion(Axpy, [&] {
    EXPECT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
    EXPECT_EQ(bytesKept() > 0, keeps());
    Axpy.Loop.Clauses[0].Dimensions[0].Extent = 201; // more elements than the data region has
    EXPECT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << "after what devices wrote: " << hetrt_last_message();
    Axpy.Loop.Clauses[0].Dimensions[0].Extent = 0;
    Axpy.Loop.Call.condition = 0; // the cores do not need the extents, so unknown ones do not matter to them
    EXPECT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
    Axpy.Loop.Call.condition = 1;
    const std::uint64_t Before = bytesIn();
    EXPECT_EQ(Axpy.Loop.run(), HETRT_SUCCESS) << hetrt_last_message();
    EXPECT_EQ(bytesIn() > Before, !emulatedDevices().empty()) << "cores have written it";
  });
  for (std::size_t I = 0; I < 200; ++I)
    ASSERT_EQ(Axpy.Y[I], 1 + 5 * 3 * Axpy.X[I]) << I;
}
