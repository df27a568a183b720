// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many threads report events, which are all in one file. A process has one sink, so this is a single test.
#include "Trace/Events.h"

#include "Json/Json.h"

#include "../files/TemporaryFolder.h"

#include <thread>

using namespace hetrt;
using events::What;
using testing::IsEmpty;

namespace {
class EventsTest : public test::TemporaryFolder {};
} // namespace

TEST_F(EventsTest, WhatAllThreadsTellIsInTheFile) {
  constexpr unsigned Threads = 8, Each = 5000; // more events than a ring holds
  EXPECT_EQ(events::name("nobody listens"), nullptr);
  ASSERT_THAT(events::listen(false, path("trace")), IsEmpty());
  const char *const Name = events::name("a.c:1");
  EXPECT_EQ(events::name(std::string("a.c:1")), Name);
  std::vector<std::thread> Running;
  for (unsigned T = 0; T < Threads; ++T)
    Running.emplace_back([&, T] {
      events::Sink &To = *events::sink();
      for (unsigned I = 0; I < Each; ++I) {
        const int Key = 0, Lost = 0, Inner = 0;
        To.begins(&Key, {.Is = What::Range,
                         .Index = T,
                         .Kind = "cpu",
                         .Where = Name,
                         .First = I,
                         .Last = I + 1,
                         .Begin = events::now()});
        To.begins(&Lost, {.Is = What::Loop, .Begin = events::now()});
        To.begins(&Inner, {.Is = What::Loop, .Kind = "cpu", .Begin = events::now()});
        To.ends(&Inner, events::now());
        To.ends(&Key, events::now()); // also drops `Lost`, which began inside and has not ended
        To.ends(&Lost, events::now());
        if (I % 1000 == 0)
          events::flush();
      }
    });
  for (std::thread &One : Running)
    One.join();
  events::close();
  EXPECT_EQ(events::sink(), nullptr);

  std::map<std::string, std::set<int>> Ranges;
  unsigned Loops = 0;
  for (const Json &One : json::parseOrThrow(test::contents(path("trace")))) {
    if (One.value("cat", "") == "range") {
      EXPECT_TRUE(Ranges[One["args"]["device"]].insert(int(One["args"]["first"])).second);
    }
    Loops += One.value("cat", "") == "loop";
  }
  EXPECT_EQ(Loops, Threads * Each);
  ASSERT_EQ(Ranges.size(), Threads);
  for (const auto &[Device, Firsts] : Ranges)
    EXPECT_EQ(Firsts.size(), Each) << Device;
}
