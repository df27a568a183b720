// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which regions with `depend` clauses wait for which others.
#include "Region/TaskOrder.h"

#include <gmock/gmock.h>

#include <thread>

using namespace hetrt;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

char Memory[100];

hetrt_section section(int First, int Last, bool Writes) { return {Memory + First, Memory + Last, Writes}; }

/// A task that ends with the test.
class Task {
public:
  Task(TaskOrder &Order, std::vector<hetrt_section> Sections) : Order(Order), Made(Order.begin(Sections)) {}
  ~Task() { end(); }
  void end() {
    if (hetrt_task *Now = std::exchange(Made, nullptr))
      Order.end(Now);
  }
  char *mark() { return &Made->Mark; }
  const std::vector<char *> &before() const { return Made->Before; }

private:
  TaskOrder &Order;
  hetrt_task *Made;
};

} // namespace

TEST(TaskOrder, OverlappingSectionsOfWhichOneIsWritten) {
  TaskOrder Order;
  Task Writer(Order, {section(10, 20, true)});
  EXPECT_THAT(Writer.before(), IsEmpty());
  Task Reader(Order, {section(19, 30, false)}), Neighbour(Order, {section(20, 30, false)});
  EXPECT_THAT(Reader.before(), ElementsAre(Writer.mark()));
  EXPECT_THAT(Neighbour.before(), IsEmpty()) << "sections that touch have no byte in common";
  Task Other(Order, {section(0, 5, true), section(25, 26, false)});
  EXPECT_THAT(Other.before(), IsEmpty()) << "two that read";
  Task Last(Order, {section(4, 29, true)});
  EXPECT_THAT(Last.before(), ElementsAre(Writer.mark(), Reader.mark(), Neighbour.mark(), Other.mark()));
}

TEST(TaskOrder, WhatIsDoneIsForgotten) {
  TaskOrder Order;
  Task First(Order, {section(0, 50, true)});
  First.end();
  Task Second(Order, {section(0, 50, true)});
  EXPECT_THAT(Second.before(), IsEmpty());
}

TEST(TaskOrder, NoSections) {
  TaskOrder Order;
  Task Writer(Order, {section(0, 50, true)}), None(Order, {}), Empty(Order, {section(7, 7, true)});
  EXPECT_THAT(None.before(), IsEmpty());
}

TEST(TaskOrder, ManyThreads) {
  TaskOrder Order;
  std::vector<std::thread> Threads;
  for (int Number = 0; Number < 4; ++Number)
    Threads.emplace_back([&Order, Number] {
      for (int Round = 0; Round < 2000; ++Round) {
        Task Own(Order, {section(Number * 10, Number * 10 + 10, true)});
        ASSERT_THAT(Own.before(), IsEmpty()) << "the others' sections are elsewhere";
        Task Next(Order, {section(Number * 10 + 5, Number * 10 + 6, false)});
        ASSERT_THAT(Next.before(), ElementsAre(Own.mark()));
      }
    });
  for (std::thread &Each : Threads)
    Each.join();
}
