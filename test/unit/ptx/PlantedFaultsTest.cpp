// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Correct kernels, and the same kernels with one fault planted: the checks report nothing for the former, and the fault
// for the latter, in every order of warps and blocks.

#include "Snippet.h"

#include "Observe/Checks.h"

#include <algorithm>
#include <numeric>

namespace emulator::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// In the faulty kernel the text `Right` is replaced by `Wrong`.
struct Planted {
  const char *Name;
  std::string Body, Right, Wrong;
  const char *Found; // part of the report, or of the fault that ends the launch
  Dimensions Grid{1, 1, 1}, Threads{64, 1, 1};
  const char *Before = "";
  unsigned WrittenWords = 256; // words of the array, out of 256, that are written before the launch
};

constexpr const char *Box = ".shared .align 4 .b8 box[512];\n";
/// Each thread stores its number in the box, and loads the number of a thread of the other warp.
const std::string Swap = "mov.u32 %r1, box;\nmad.lo.u32 %r2, %t, 4, %r1;\nst.shared.u32 [%r2], %t;\nBARRIER\n"
                         "xor.b32 %r3, %t, 32;\nmad.lo.u32 %r4, %r3, 4, %r1;\nld.shared.u32 %r0, [%r4];\n";
/// Each thread stores its number in the box, and loads the number of a thread of the other half of its warp.
const std::string SwapInWarp = "mov.u32 %r1, box;\nmad.lo.u32 %r2, %t, 4, %r1;\nst.shared.u32 [%r2], %t;\nBARRIER\n"
                               "xor.b32 %r3, %t, 16;\nmad.lo.u32 %r4, %r3, 4, %r1;\nld.shared.u32 %r0, [%r4];\n";
const std::string Rounds =
    "mov.u32 %r7, 0;\nROUND:\n" + Swap + "BEHIND\nadd.u32 %r7, %r7, 1;\nsetp.lt.u32 %p0, %r7, 3;\n@%p0 bra ROUND;\n";
const std::string OwnElement = "mov.u32 %r5, %ctaid.x;\nmad.lo.u32 %r6, %r5, 64, %t;\n"
                               "mad.wide.u32 %l0, ELEMENT, 4, %array;\nld.global.u32 %r0, [%l0];\n"
                               "add.u32 %r0, %r0, 1;\nst.global.u32 [%l0], %r0;\n";
/// Loads from the first half of the array and stores where SECOND says.
const std::string Halves = "mad.wide.u32 %l0, %t, 4, %array;\nld.global.LOADu32 %r0, [%l0+4];\n"
                           "add.u32 %r0, %r0, 1;\nst.global.u32 [%l0+SECOND], %r0;\n";

std::string with(std::string Text, const std::string &What, const std::string &By) {
  for (std::size_t At = 0; (At = Text.find(What, At)) != Text.npos; At += By.size())
    Text.replace(At, What.size(), By);
  return Text;
}

void PrintTo(const Planted &Of, std::ostream *To) { *To << Of.Name; }

const std::vector<Planted> &plantedFaults() {
  static const std::vector<Planted> All = {
      {"RemovedBarrier", Swap, "BARRIER", "", "race: ", {}, {64, 1, 1}, Box},
      {"BarrierOfOneWarpForTwo", Swap, "BARRIER", "bar.warp.sync -1;", "race: ", {}, {64, 1, 1}, Box},
      {"RemovedBarrierOfAWarp", with(SwapInWarp, "BARRIER", "SYNC"), "SYNC", "", "race: ", {}, {32, 1, 1}, Box},
      {"ShuffleForABarrier",
       with(SwapInWarp, "BARRIER", "SYNC"),
       "SYNC",
       "shfl.sync.idx.b32 %r5, %t, 0, 31, -1;",
       "race: ",
       {},
       {32, 1, 1},
       Box},
      {"NoBarrierBeforeTheNextRound",
       with(Rounds, "BARRIER", "bar.sync 0;"),
       "BEHIND",
       "",
       "reads, and no barrier",
       {},
       {64, 1, 1},
       Box},
      {"BarrierThatSomeDoNotReach", "setp.ge.u32 %p0, %t, LIMIT;\n@%p0 ret;\nbar.sync 0;\n", "LIMIT", "32",
       "barrier: kernel k, block (0,0,0), thread (0,0,0)"},
      {"TwoBarriersForOne",
       "setp.lt.u32 %p0, %t, LIMIT;\n@%p0 bra LOW;\nbar.sync 0;\nbra JOIN;\nLOW:\nbar.sync 0;\nJOIN:\n", "LIMIT", "32",
       "wait at ptx line"},
      {"ShuffleWithoutTheSource",
       "setp.lt.u32 %p0, %t, 16;\n@!%p0 bra JOIN;\n"
       "shfl.sync.idx.b32 %r0, %t, SOURCE, 31, 0xFFFF;\nJOIN:\n",
       "SOURCE",
       "20",
       "shuffle: kernel k, block (0,0,0), thread (0,0,0), ptx line",
       {},
       {32, 1, 1}},
      {"ShuffleWithoutTheThread",
       "shfl.sync.idx.b32 %r0, %t, 0, 31, MASK;\n",
       "MASK",
       "0xFFFF",
       "the thread is not in the mask",
       {},
       {32, 1, 1}},
      {"ShuffleThatWaitsForOthers",
       "setp.lt.u32 %p0, %t, 16;\n@!%p0 bra HIGH;\n"
       "shfl.sync.idx.b32 %r0, %t, 0, 31, MASK;\nbra JOIN;\nHIGH:\nbar.warp.sync 0xFFFF0000;\nJOIN:\nbar.sync 0;\n",
       "MASK",
       "-1",
       "threads wait for others that never come",
       {},
       {32, 1, 1}},
      {"AtomicMadePlainAcrossBlocks",
       "UPDATE\n",
       "UPDATE",
       "ld.global.u32 %r0, [%array];\nadd.u32 %r0, %r0, 1;\nst.global.u32 [%array], %r0;",
       "race: ",
       {3, 1, 1}},
      {"AtomicMadePlainInABlock",
       "setp.eq.u32 %p0, %t, 0;\n@%p0 st.shared.u32 [box], 0;\nbar.sync 0;\nSHARED\n",
       "SHARED",
       "ld.shared.u32 %r0, [box];\nadd.u32 %r0, %r0, 1;\nst.shared.u32 [box], %r0;",
       "race: ",
       {},
       {64, 1, 1},
       Box},
      {"PlainReadBesideAtomicUpdates", "atom.global.add.u32 %r0, [%array], 1;\nld.QUALIFIERglobal.u32 %r1, [%array];\n",
       "QUALIFIER", "", "race: "},
      {"RestrictWhereArraysAreOne",
       with(Halves, "LOAD", "nc."),
       "SECOND",
       "4",
       "write of read-only memory: ",
       {},
       {32, 1, 1}},
      {"ElementsOfTwoBlocksOverlap", OwnElement, "ELEMENT", "%t", "race: ", {4, 1, 1}},
      {"WindowOneShort", "mad.wide.u32 %l0, %t, 16, %array;\nld.global.u32 %r0, [%l0+OFFSET];\n", "OFFSET", "16",
       "load of 4 bytes at global address"},
      {"WindowOneShortInItsBlock",
       "mad.wide.u32 %l0, %t, 4, %array;\nld.global.u32 %r0, [%l0+OFFSET];\nadd.u32 %r0, %r0, 1;\n",
       "OFFSET",
       "4",
       "read before written: ",
       {},
       {64, 1, 1},
       "",
       64},
      {"SumThatBeginsWithNothing",
       "mad.wide.u32 %l0, %t, 4, %array;\nFIRST\nld.global.u32 %r0, [%l0];\n"
       "add.u32 %r0, %r0, 1;\nst.global.u32 [%l0], %r0;\n",
       "FIRST",
       "",
       "read before written: ",
       {},
       {64, 1, 1},
       "",
       0},
      {"SharedMemoryThatNobodyWrote",
       "mov.u32 %r1, box;\nmad.lo.u32 %r2, %t, 4, %r1;\nWRITE\nld.shared.u32 %r0, [%r2];\nadd.u32 %r0, %r0, 1;\n",
       "WRITE",
       "",
       "read before written: ",
       {},
       {64, 1, 1},
       Box},
      {"ByteBesideAByte",
       "cvt.u64.u32 %l1, %t;\nadd.u64 %l0, %array, %l1;\nst.global.u8 [%l0+WHERE], %h0;\n"
       "ld.global.u8 %h1, [%l0+0];\n",
       "WHERE", "1", "race: "},
      {"ConsumerThatDoesNotWait",
       "setp.lt.u32 %p0, %t, 32;\nxor.b32 %r3, %t, 32;\nmov.u32 %r1, box;\n"
       "mad.lo.u32 %r2, %t, 4, %r1;\nmad.lo.u32 %r4, %r3, 4, %r1;\n@%p0 st.shared.u32 [%r2], %t;\n"
       "@%p0 bar.arrive 1, 64;\n@!%p0 bar.sync 1, 64;\n@!%p0 FROM\n",
       "FROM",
       "bra NEXT;\nbra DONE;\nNEXT:\nst.shared.u32 [%r2], 7;\nbar.warp.sync -1;\nld.shared.u32 %r0, [box];\nDONE:\n"
       "@%p0 st.shared.u32 [%r2], 5;\n",
       "race: ",
       {},
       {64, 1, 1},
       Box},
  };
  return All;
}

/// Replaces the placeholders by their correct texts.
std::string rightOf(const Planted &Of) {
  const std::pair<const char *, const char *> All[] = {
      {"BARRIER", "bar.sync 0;"},
      {"SYNC", "bar.warp.sync -1;"},
      {"BEHIND", "bar.sync 0;"},
      {"LIMIT", "64"},
      {"SOURCE", "3"},
      {"MASK", std::string_view(Of.Name) == "ShuffleThatWaitsForOthers" ? "0xFFFF" : "-1"},
      {"UPDATE", "atom.global.add.u32 %r0, [%array], 1;"},
      {"SHARED", "atom.shared.add.u32 %r0, [box], 1;"},
      {"QUALIFIER", "volatile."},
      {"SECOND", "512"},
      {"ELEMENT", "%r6"},
      {"OFFSET", std::string_view(Of.Name) == "WindowOneShort" ? "12" : "0"},
      {"FIRST", "st.global.u32 [%l0], 0;"},
      {"WRITE", "st.shared.u32 [%r2], %t;"},
      {"WHERE", "0"},
      {"FROM", "ld.shared.u32 %r0, [%r4];"}};
  for (const auto &[What, By] : All)
    if (Of.Right == What)
      return By;
  ADD_FAILURE() << Of.Right;
  return {};
}

struct Outcome {
  std::vector<std::string> Reports;
  std::string Fault;
};

Outcome check(const Planted &Of, const std::string &Text, std::uint64_t Seed) {
  Outcome Made;
  Findings Found([&](const std::string &Line) { Made.Reports.push_back(Line); });
  CheckedMemory Memory;
  Checks Checked(Found, Memory);
  std::uint32_t Array[256] = {};
  std::vector<std::byte> Written(sizeof Array);
  std::fill_n(Written.begin(), Of.WrittenWords * 4, std::byte(1));
  try {
    run(module(kernel(with(Of.Body, Of.Right, Text), Of.Before)), Array, sizeof Array,
        {Of.Grid, Of.Threads, 0, {1, Seed, 1 << 22}, {&Checked}, Written.data()});
  } catch (const Fault &Why) {
    Made.Fault = Why.What;
  }
  return Made;
}

class PlantedFaults : public testing::TestWithParam<Planted> {};

TEST_P(PlantedFaults, AreFound) {
  const Planted &Of = GetParam();
  for (const std::uint64_t Seed : {0, 1, 2, 3}) {
    const Outcome Right = check(Of, rightOf(Of), Seed);
    EXPECT_THAT(Right.Reports, IsEmpty());
    EXPECT_EQ(Right.Fault, "");
    const Outcome Wrong = check(Of, Of.Wrong, Seed);
    const std::string All = std::accumulate(Wrong.Reports.begin(), Wrong.Reports.end(), Wrong.Fault);
    EXPECT_THAT(All, HasSubstr(Of.Found));
    EXPECT_THAT(All, HasSubstr("kernel k, block ("));
  }
}

INSTANTIATE_TEST_SUITE_P(Checks, PlantedFaults, testing::ValuesIn(plantedFaults()),
                         [](const auto &Info) { return std::string(Info.param.Name); });

/// The padding of a struct is undefined, and may be copied with the struct, by bytes or as a whole. Its number of 4
/// bytes is defined.
TEST(Checks, GapsOfStructsMayBeCopied) {
  const Planted Copies = {"Copies",
                          "mad.wide.u32 %l0, %t, 8, %array;\nst.global.u32 [%l0], %t;\nld.global.u64 %l1, [%l0];\n"
                          "mov.b64 %l2, %l1;\nst.global.u64 [%l0+512], %l2;\nld.global.u8 %h0, [%l0+5];\n"
                          "cvt.u32.u8 %r1, %h0;\nst.global.u8 [%l0+516], %r1;\nld.global.u32 %r2, [%l0+512];\n"
                          "setp.eq.u32 %p0, %r2, WHAT;\nld.global.u32 %r3, [%l0+516];\nUSE\n",
                          "USE",
                          "",
                          "",
                          {},
                          {64, 1, 1},
                          "",
                          0};
  Planted Right = Copies;
  Right.Body = with(Right.Body, "WHAT", "%t");
  EXPECT_THAT(check(Right, "", 0).Reports, IsEmpty());
  EXPECT_THAT(check(Right, "add.u32 %r3, %r3, 1;", 0).Reports,
              testing::ElementsAre(HasSubstr("read before written: ")));
}

/// Compilers translate an atomic update that the chip lacks into a compare-and-swap loop, which begins with a plain
/// load.
TEST(Checks, LoopsThatCompareAndSwapMayBeginWithAPlainLoad) {
  const Planted Loop = {"Loop",
                        "ld.global.u32 %r0, [%array];\nAGAIN:\nadd.u32 %r1, %r0, 1;\n"
                        "SWAP\nsetp.ne.u32 %p0, %r2, %r0;\nmov.u32 %r0, %r2;\n@%p0 bra AGAIN;\n",
                        "SWAP",
                        "",
                        "",
                        {3, 1, 1}};
  EXPECT_THAT(check(Loop, "atom.global.cas.b32 %r2, [%array], %r0, %r1;", 2).Reports, IsEmpty());
  EXPECT_THAT(
      check(Loop, "atom.global.add.u32 %r2, [%array], 1;\nmov.u32 %r2, %r0;\nld.global.u32 %r3, [%array];", 2).Reports,
      testing::Contains(HasSubstr("race: ")));
}

TEST(Checks, TellWhoWhereAndWhat) {
  const Outcome Found = check(
      {"", ".loc 1 7 1\nst.global.u32 [%array], %t;\n", "X", "", "", {1, 1, 1}, {2, 1, 1}, ".file 1 \"axpy.c\"\n"}, "",
      0);
  ASSERT_EQ(Found.Reports.size(), 1u);
  EXPECT_EQ(Found.Reports[0],
            "race: kernel k, block (0,0,0), thread (1,0,0), ptx line 16 (axpy.c:7): store of 4 bytes at global address "
            "0x1000000010000 (not in the array), which thread (0,0,0) of block (0,0,0) writes at ptx line 16, and no "
            "barrier is between");
}

TEST(Checks, TellEachThingOnceForALine) {
  std::vector<std::string> Lines;
  Findings Found([&](const std::string &Line) { Lines.push_back(Line); });
  for (unsigned I = 0; I < 300; ++I)
    Found.add("k", I / 2, "race", [] { return std::string("text"); });
  EXPECT_EQ(Lines.size(), 101u);
  EXPECT_EQ(Lines.front(), "race: text");
  EXPECT_EQ(Lines.back(), "more findings are not reported");
}

TEST(Checks, LaunchesAreOrdered) {
  Findings Found([](const std::string &Line) { ADD_FAILURE() << Line; });
  CheckedMemory Memory;
  std::uint32_t Array[32] = {};
  for (const char *Element : {"%t", "%r1"}) {
    Checks Checked(Found, Memory);
    run(module(kernel("sub.u32 %r1, 31, %t;\nmad.wide.u32 %l0, " + std::string(Element) +
                      ", 4, %array;\nst.global.u32 [%l0], %t;\n")),
        Array, sizeof Array, {{1, 1, 1}, {32, 1, 1}, 0, {1, 0, 0}, {&Checked}});
  }
  EXPECT_EQ(Found.count(), 0u);
}

} // namespace
} // namespace emulator::test
