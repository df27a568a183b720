// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests shares rounded to pages, against a count of every byte, and the pages that are moved on a simulated machine
// with several nodes.
#include "Memory/PagePlacement.h"

#include "FakeNodes.h"
#include "TestCall.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

using namespace hetrt;
using namespace hetrt::test;
using hetrt::test::FakeNodes;

namespace {

constexpr std::uint64_t Page = FakeNodes::Page;

/// The owner of most bytes of each page, counted byte by byte.
std::map<std::uintptr_t, unsigned> ownersByBytes(const std::vector<OwnedBytes> &Parts, std::uint64_t PageBytes) {
  std::map<std::uintptr_t, std::map<unsigned, unsigned>> Counts;
  for (const OwnedBytes &Part : Parts)
    for (std::uintptr_t At = Part.Bytes.First; At < Part.Bytes.Last; ++At)
      ++Counts[At / PageBytes * PageBytes][Part.Owner];
  std::map<std::uintptr_t, unsigned> Owners;
  for (const auto &[At, Of] : Counts)
    Owners[At] = std::max_element(Of.begin(), Of.end(), [](auto &A, auto &B) { return A.second < B.second; })->first;
  return Owners;
}

std::map<std::uintptr_t, unsigned> ownersByRuns(const std::vector<OwnedPages> &Runs, std::uint64_t PageBytes) {
  std::map<std::uintptr_t, unsigned> Owners;
  for (const OwnedPages &Run : Runs)
    for (std::uintptr_t At = Run.Pages.First; At < Run.Pages.Last; At += PageBytes)
      EXPECT_TRUE(Owners.emplace(At, Run.Owner).second) << "two runs have one page";
  return Owners;
}

AddressRange pagesFrom(std::uintptr_t First, std::uint64_t Count) { return {First * Page, (First + Count) * Page}; }

} // namespace

TEST(OwnedPages, APageGoesToWhoHasMostOfIt) {
  const std::vector<OwnedPages> Runs = ownedPages({{{100, 1000}, 0}, {{1000, 1600}, 1}, {{1600, 2048}, 2}}, 512);
  EXPECT_EQ(Runs, (std::vector<OwnedPages>{{{0, 1024}, 0}, {{1024, 1536}, 1}, {{1536, 2048}, 2}}));
}

TEST(OwnedPages, OfWhoHasAsMuchTheFirst) {
  EXPECT_EQ(ownedPages({{{256, 512}, 3}, {{0, 256}, 5}}, 512), (std::vector<OwnedPages>{{{0, 512}, 3}}));
}

TEST(OwnedPages, AgreeWithACountOfBytes) {
  std::mt19937 Random(7);
  auto Below = [&](unsigned Limit) { return unsigned(Random() % Limit); };
  for (int Round = 0; Round < 3000; ++Round) {
    std::vector<OwnedBytes> Parts;
    std::uintptr_t At = Below(200);
    for (unsigned Count = Below(12); Count > 0; --Count) {
      const std::uintptr_t First = At + (Below(3) ? 0 : Below(150)), Last = First + Below(Below(2) ? 40 : 400);
      Parts.push_back({{First, Last}, Below(4)});
      At = Last;
    }
    const std::vector<OwnedBytes> InOrder = Parts;
    std::shuffle(Parts.begin(), Parts.end(), Random);
    const std::vector<OwnedPages> Runs = ownedPages(Parts, 64);
    EXPECT_EQ(ownersByRuns(Runs, 64), ownersByBytes(InOrder, 64));
    for (std::size_t I = 1; I < Runs.size(); ++I) {
      EXPECT_LE(Runs[I - 1].Pages.Last, Runs[I].Pages.First);
      EXPECT_FALSE(Runs[I - 1].Pages.Last == Runs[I].Pages.First && Runs[I - 1].Owner == Runs[I].Owner);
    }
  }
}

TEST(OwnBytes, AreThoseOfTheShareWithoutHalo) {
  static char Memory[64 * 10 * 4];
  TestCall Loop(60, 2);
  Loop.add("rows", Memory, 4, MovesIn, {{64, true, 1}, {10}});
  Loop.add("columns", Memory, 4, MovesIn, {{10}, {64, true}});
  Loop.add("table", Memory, 4, MovesIn | WholeCopy, {{640}});
  const ResolvedCall Call = Loop.resolve();
  const auto Base = reinterpret_cast<std::uintptr_t>(Memory);
  ASSERT_EQ(Call.Arrays.size(), 3u);
  EXPECT_TRUE(isSplit(Call.Arrays[0]));
  EXPECT_FALSE(isSplit(Call.Arrays[1]));
  EXPECT_FALSE(isSplit(Call.Arrays[2]));
  EXPECT_EQ(ownBytes(Call.Arrays[0], {8, 18}), (AddressRange{Base + 10 * 40, Base + 20 * 40}));
  EXPECT_EQ(ownBytes(Call.Arrays[0], {5, 5}), AddressRange{});
}

TEST(WholePages, LieInTheBytes) {
  EXPECT_EQ(wholePages({1, 4096}, 1024), (AddressRange{1024, 4096}));
  EXPECT_EQ(wholePages({1024, 4095}, 1024), (AddressRange{1024, 3072}));
  const AddressRange None = wholePages({1030, 1700}, 1024);
  EXPECT_EQ(None.First, None.Last);
}

TEST(PagePlacer, MovesWhatIsElsewhere) {
  FakeNodes System({0, 2, 5});
  System.touch(pagesFrom(10, 6), 0);
  System.touch(pagesFrom(12, 2), 5);
  PagePlacer Placer(System);
  Placer.moveTo(pagesFrom(10, 6), 5);
  EXPECT_EQ(System.nodesIn(pagesFrom(10, 6)), (std::vector<int>{5, 5, 5, 5, 5, 5}));
  EXPECT_EQ(System.Moved, 4u) << "those that were there stay";
}

/// Tests a node without usable memory, such as the node of a processor that has no memory of its own.
TEST(PagePlacer, ANodeThatMayNotBeUsedTakesNone) {
  FakeNodes System({0, 2});
  System.touch(pagesFrom(0, 4), 0);
  PagePlacer Placer(System);
  Placer.moveTo(pagesFrom(0, 4), 1);
  EXPECT_EQ(System.nodesIn(pagesFrom(0, 4)), (std::vector<int>{0, 0, 0, 0}));
  EXPECT_EQ(System.Asked, 0u);
}

TEST(PagePlacer, DoesNothingTwice) {
  FakeNodes System({0, 1});
  System.touch(pagesFrom(0, 5000), 0);
  PagePlacer Placer(System);
  Placer.moveTo(pagesFrom(0, 5000), 1);
  const std::uint64_t Asked = System.Asked;
  EXPECT_EQ(System.Moved, 5000u);
  for (int Pass = 0; Pass < 10; ++Pass)
    Placer.moveTo(pagesFrom(0, 5000), 1);
  EXPECT_EQ(System.Moved, 5000u);
  EXPECT_LE(System.Asked - Asked, 40u) << "only a few pages are looked at";
}

TEST(PagePlacer, AnotherSplitMovesWhatChangesHands) {
  FakeNodes System({0, 1});
  System.touch(pagesFrom(0, 100), 0);
  PagePlacer Placer(System);
  Placer.moveTo(pagesFrom(50, 50), 1);
  Placer.moveTo(pagesFrom(60, 40), 1);
  EXPECT_EQ(System.Moved, 50u);
  Placer.moveTo(pagesFrom(0, 60), 0);
  EXPECT_EQ(System.Moved, 60u);
  Placer.moveTo(pagesFrom(50, 50), 1);
  EXPECT_EQ(System.Moved, 70u) << "what was remembered of overlapping runs does not count";
}

TEST(PagePlacer, MemoryThatIsNewAtAnAddressIsPlacedAnew) {
  FakeNodes System({0, 1});
  System.touch(pagesFrom(0, 30), 0);
  PagePlacer Placer(System);
  Placer.moveTo(pagesFrom(0, 30), 1);
  System.touch(pagesFrom(0, 30), 0); // as if the memory was freed and allocated again
  Placer.moveTo(pagesFrom(0, 30), 1);
  EXPECT_EQ(System.nodesIn(pagesFrom(0, 30)), std::vector<int>(30, 1));
}

TEST(PagePlacer, UntouchedPagesAreLookedAtAgain) {
  FakeNodes System({0, 1});
  System.touch(pagesFrom(0, 4), 0);
  PagePlacer Placer(System);
  Placer.interleave(pagesFrom(0, 8));
  EXPECT_EQ(System.nodesIn(pagesFrom(0, 8)), (std::vector<int>{0, 1, 0, 1, -ENOENT, -ENOENT, -ENOENT, -ENOENT}));
  System.touch(pagesFrom(4, 4), 0);
  Placer.interleave(pagesFrom(0, 8));
  EXPECT_EQ(System.nodesIn(pagesFrom(0, 8)), (std::vector<int>{0, 1, 0, 1, 0, 1, 0, 1}));
}

TEST(PagePlacer, InterleavesOverTheNodesThatThereAre) {
  FakeNodes System({1, 4, 6});
  System.touch(pagesFrom(7, 5), 4);
  PagePlacer Placer(System);
  Placer.interleave(pagesFrom(7, 5));
  EXPECT_EQ(System.nodesIn(pagesFrom(7, 5)), (std::vector<int>{4, 6, 1, 4, 6}));
}

/// Tests pages that cannot be moved, such as those that a driver has pinned.
TEST(PagePlacer, PagesThatDoNotMoveAreTriedOnce) {
  FakeNodes System({0, 1});
  System.touch(pagesFrom(0, 10), 0);
  System.Fixed = 3 * Page;
  PagePlacer Placer(System);
  for (int Pass = 0; Pass < 3; ++Pass)
    Placer.moveTo(pagesFrom(0, 10), 1);
  EXPECT_EQ(System.nodesIn(pagesFrom(0, 10)), (std::vector<int>{1, 1, 1, 0, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(System.Calls, 1u);
}

TEST(PagePlacer, ARefusalIsToldOnce) {
  FakeNodes System({0, 1});
  System.touch(pagesFrom(0, 10), 0);
  System.Refuses = EPERM;
  PagePlacer Placer(System);
  for (int Pass = 0; Pass < 3; ++Pass)
    Placer.moveTo(pagesFrom(0, 10), 1);
  EXPECT_EQ(System.Asked, 10u) << "nobody asks after that";
  EXPECT_EQ(Placer.takeComplaint(), "Operation not permitted");
  EXPECT_EQ(Placer.takeComplaint(), "");
}

TEST(PassPages, EachDevicePlacesItsOwn) {
  FakeNodes System({0, 1});
  std::vector<char> Memory(20 * Page);
  const std::uintptr_t First = (reinterpret_cast<std::uintptr_t>(Memory.data()) + Page - 1) / Page * Page;
  System.touch({First, First + 16 * Page}, 0);
  TestCall Loop(16);
  Loop.add("a", reinterpret_cast<void *>(First), Page, MovesIn, {{16, true}});
  const ResolvedCall Call = Loop.resolve();
  PagePlacer Placer(System);
  PassPages Pages(Placer, 3);
  const Iterations Shares[] = {{0, 6}, {6, 10}, {10, 16}};
  Pages.add(Call.Arrays[0], Shares);
  Pages.place(1, 1);
  std::vector<int> Expected(16, 0);
  std::fill(Expected.begin() + 6, Expected.begin() + 10, 1);
  EXPECT_EQ(System.nodesIn({First, First + 16 * Page}), Expected);
}
