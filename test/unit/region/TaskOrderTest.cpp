// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests which regions with `depend` clauses wait for which others.
#include "Region/TaskOrder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <list>
#include <map>
#include <random>
#include <set>
#include <thread>

using namespace hetrt;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

namespace {

char Memory[100];

hetrt_section section(int First, int Last, bool Writes) { return {Memory + First, Memory + Last, Writes}; }

/// A task that ends when the test does, if not before.
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
  EXPECT_THAT(Last.before(), UnorderedElementsAre(Writer.mark(), Reader.mark(), Neighbour.mark(), Other.mark()));
}

TEST(TaskOrder, AChainWaitsForItsLastLink) {
  TaskOrder Order;
  std::list<Task> Chain;
  for (int Link = 0; Link < 1000; ++Link) {
    Chain.emplace_back(Order, std::vector{section(0, 50, true), section(40, 60, false)});
    EXPECT_THAT(Chain.back().before(), SizeIs(Link == 0 ? 0 : 1));
  }
  Task Reader(Order, {section(0, 1, false)}), Other(Order, {section(0, 1, false)});
  EXPECT_THAT(Other.before(), ElementsAre(Chain.back().mark()));
  Task Writer(Order, {section(0, 1, true)});
  EXPECT_THAT(Writer.before(), UnorderedElementsAre(Reader.mark(), Other.mark())) << "who wait for the chain";
}

/// Every two tasks that conflict are ordered, directly or through other tasks, whichever tasks end in between.
TEST(TaskOrder, AgreesWithAllPairs) {
  std::mt19937 Random(5);
  for (int Round = 0; Round < 200; ++Round) {
    TaskOrder Order;
    std::list<Task> UnderWay;
    std::map<char *, std::set<char *>> After; // for each running task, the tasks that it must wait for
    std::map<char *, std::vector<hetrt_section>> Sections;
    for (int Step = 0; Step < 40; ++Step) {
      if (Random() % 3 == 0 && !UnderWay.empty()) { // a task that waits for no other ends
        auto Ending = std::find_if(UnderWay.begin(), UnderWay.end(), [&](Task &T) { return After[T.mark()].empty(); });
        char *const Gone = Ending->mark();
        After.erase(Gone);
        Sections.erase(Gone);
        for (auto &[Mark, Earlier] : After)
          Earlier.erase(Gone);
        UnderWay.erase(Ending);
        continue;
      }
      std::vector<hetrt_section> Own;
      for (unsigned I = 0; I < 1 + Random() % 3; ++I) {
        const int A = int(Random() % 30), B = int(Random() % 30);
        Own.push_back(section(std::min(A, B), std::max(A, B), Random() % 2));
      }
      UnderWay.emplace_back(Order, Own);
      Task &New = UnderWay.back();
      std::set<char *> Earlier;
      for (char *Mark : New.before()) {
        EXPECT_TRUE(After.contains(Mark)) << "waits for a task that is done";
        Earlier.insert(Mark);
        Earlier.insert(After[Mark].begin(), After[Mark].end());
      }
      for (const auto &[Mark, Theirs] : Sections)
        for (const hetrt_section &A : Own)
          for (const hetrt_section &B : Theirs)
            if ((A.writes || B.writes) && std::max(A.first, B.first) < std::min(A.last, B.last)) {
              EXPECT_TRUE(Earlier.contains(Mark)) << "round " << Round << ", step " << Step;
            }
      After[New.mark()] = Earlier;
      Sections[New.mark()] = Own;
    }
    if (HasFailure())
      return;
  }
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
