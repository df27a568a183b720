// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes random loop nests, and compares the elements that they touch with the boxes that Analysis finds.
#include "Analysis/Syntax/NamedObjects.h"
#include "Analysis/Syntax/Statements.h"
#include "Analysis/Windows/ArrayUse.h"
#include "Analysis/Windows/Trial.h"
#include "Snippet.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

using namespace hetcc;

namespace {

enum Variable { I, J, K, N, M, Variables };
constexpr const char *Names[Variables] = {"i", "j", "k", "n", "m"};
using Values = std::array<int64_t, Variables>;

struct Sum {
  std::array<int64_t, Variables> Factors = {};
  int64_t Constant = 0;
  int64_t at(const Values &V) const {
    int64_t Result = Constant;
    for (unsigned X = 0; X < Variables; ++X)
      Result += Factors[X] * V[X];
    return Result;
  }
  std::string text() const {
    std::string Text = std::to_string(Constant);
    for (unsigned X = 0; X < Variables; ++X)
      if (Factors[X])
        Text += " + " + std::to_string(Factors[X]) + " * " + Names[X];
    return "(" + Text + ")";
  }
};

struct Loop {
  Sum First, Limit;
  int64_t Step = 1;
  bool Inclusive = false;
  bool runs(int64_t Counter, int64_t End) const {
    return Step > 0 ? Counter < End + Inclusive : Counter > End - Inclusive;
  }
  std::string text(const char *Counter) const {
    const std::string C = Counter;
    return "for (int " + C + " = " + First.text() + "; " + C + (Step > 0 ? " <" : " >") + (Inclusive ? "= " : " ") +
           Limit.text() + "; " + C + (Step > 0 ? " += " : " -= ") + std::to_string(std::abs(Step)) + ")";
  }
};

/// A loop nest with one array, which is accessed once or twice in the innermost body, perhaps under a condition.
struct Nest {
  Loop Outer;
  std::vector<Loop> Inner;
  unsigned Rank = 1;
  bool Flat = false; ///< a two-dimensional array with a single subscript: [a * m + b]
  bool Write = false;
  std::vector<std::vector<Sum>> Accesses;
  std::optional<Sum> Guard; ///< the condition is that this sum is at least 0
  int64_t SizeN = 0, SizeM = 0;

  std::string text(unsigned Number) const {
    std::string Access, Type = Rank == 1 || Flat ? "int *x" : "int (*x)[64]";
    for (const auto &Each : Accesses) {
      std::string Element = "x";
      if (Flat)
        Element += "[" + Each[0].text() + " * m + " + Each[1].text() + "]";
      else
        for (const Sum &Index : Each)
          Element += "[" + Index.text() + "]";
      Access += Write ? Element + " = 1; " : "s += " + Element + "; ";
    }
    std::string Body = "{ " + Access + "}";
    if (Guard)
      Body = "if (" + Guard->text() + " >= 0) " + Body;
    for (size_t D = Inner.size(); D-- > 0;)
      Body = Inner[D].text(Names[J + D]) + " " + Body;
    return "void f" + std::to_string(Number) + "(int n, int m, " + Type + ") {\n#pragma omp parallel for hetero(1)\n" +
           Outer.text("i") + " { int s = 0; " + Body + " }\n}\n";
  }

  using Index = std::vector<int64_t>;
  using Touched = std::set<Index>;
  /// The elements that each iteration touches, by the value of the iterator.
  std::map<int64_t, Touched> run() const {
    std::map<int64_t, Touched> All;
    Values V = {0, 0, 0, SizeN, SizeM};
    for (V[I] = Outer.First.at(V); Outer.runs(V[I], Outer.Limit.at(V)); V[I] += Outer.Step) {
      All[V[I]];
      inside(V, 0, All[V[I]]);
    }
    return All;
  }

private:
  void inside(Values &V, size_t Depth, Touched &Into) const {
    if (Depth < Inner.size()) {
      const Loop &L = Inner[Depth];
      const unsigned Counter = unsigned(J + Depth);
      for (V[Counter] = L.First.at(V); L.runs(V[Counter], L.Limit.at(V)); V[Counter] += L.Step)
        inside(V, Depth + 1, Into);
      return;
    }
    if (Guard && Guard->at(V) < 0)
      return;
    for (const auto &Each : Accesses) {
      Index At;
      for (const Sum &S : Each)
        At.push_back(S.at(V));
      if (Flat)
        At = {At[0] * SizeM + At[1]};
      Into.insert(At);
    }
  }
};

class Generator {
public:
  explicit Generator(unsigned Seed) : Random(Seed) {}
  Nest nest() {
    Nest Made;
    Made.SizeN = pick(1, 6), Made.SizeM = pick(1, 6);
    Made.Outer = loop(0);
    const unsigned Depth = unsigned(pick(0, 2));
    for (unsigned D = 0; D < Depth; ++D)
      Made.Inner.push_back(loop(D + 1));
    Made.Flat = chance(3);
    Made.Rank = Made.Flat ? 2 : unsigned(pick(1, 2));
    Made.Write = chance(2);
    Made.Accesses.emplace_back();
    for (unsigned D = 0; D < Made.Rank; ++D)
      Made.Accesses[0].push_back(sum(Depth + 1, true));
    if (chance(3)) { // a neighbouring element too
      Made.Accesses.push_back(Made.Accesses[0]);
      Made.Accesses[1].back().Constant += pick(-2, 2);
    }
    if (chance(4))
      Made.Guard = sum(Depth + 1, false);
    return Made;
  }

private:
  int64_t pick(int64_t Least, int64_t Most) { return std::uniform_int_distribution<int64_t>(Least, Most)(Random); }
  bool chance(int64_t Of) { return pick(1, Of) == 1; }
  /// A random sum of the first `Counters` loop counters, n, m and a constant.
  Sum sum(unsigned Counters, bool Subscript) {
    Sum Made;
    Made.Constant = pick(-2, 3);
    for (unsigned X = 0; X < Counters; ++X)
      if (chance(2))
        Made.Factors[X] = Subscript && chance(4) ? pick(-1, 3) : chance(5) ? -1 : 1;
    if (chance(4))
      Made.Factors[N] = pick(-1, 1);
    return Made;
  }
  Loop loop(unsigned Depth) {
    Loop Made;
    const bool Down = chance(4);
    Made.Step = chance(5) ? pick(2, 3) : 1;
    Made.Inclusive = chance(3);
    Sum Low = sum(chance(3) ? Depth : 0, false), High;
    Low.Factors[N] = 0;
    High.Constant = pick(-1, 2);
    High.Factors[chance(2) ? N : M] = 1;
    if (Depth && chance(4))
      High.Factors[Depth - 1] = 1;
    Made.First = Down ? High : Low;
    Made.Limit = Down ? Low : High;
    if (Down)
      Made.Step = -Made.Step;
    return Made;
  }
  std::mt19937 Random;
};

/// A box in numbers: for each dimension the first index, and the one after the last.
struct Numbers {
  std::vector<std::pair<int64_t, int64_t>> Ends;
  bool Applies = true;
  bool empty() const {
    return std::any_of(Ends.begin(), Ends.end(), [](auto &E) { return E.first >= E.second; });
  }
  bool contains(const Nest::Index &At) const {
    for (size_t D = 0; D < Ends.size(); ++D)
      if (At[D] < Ends[D].first || At[D] >= Ends[D].second)
        return false;
    return true;
  }
};

constexpr int64_t Far = 1 << 20;

int64_t valueOf(const Polynomial &P, const Nest &Of, int64_t Iterator) {
  return P.value([&](const clang::ValueDecl *V) {
    const std::string Name = V->getNameAsString();
    return Name == "n" ? Of.SizeN : Name == "m" ? Of.SizeM : Iterator;
  });
}

Numbers numbers(const Box &B, const Nest &Of, int64_t Iterator) {
  Numbers Result;
  for (const Interval &Each : B.Dimensions) {
    int64_t Lower = -Far, Upper = Far;
    for (const Term &T : Each.Lower)
      Lower = std::max(Lower, valueOf(T.Value, Of, Iterator));
    for (const Term &T : Each.Upper)
      Upper = std::min(Upper, valueOf(T.Value, Of, Iterator));
    Result.Ends.push_back({Lower, Upper});
  }
  for (const Polynomial &Each : B.Domain)
    Result.Applies &= valueOf(Each, Of, Iterator) >= 0;
  return Result;
}

struct Checked {
  unsigned Boxes = 0, Attained = 0, WrittenBeforeRead = 0;
};

/// The flat indices of a box of an array with a single subscript: the sum of each index times its stride.
Nest::Touched flattened(const Numbers &B, const std::vector<int64_t> &Strides, size_t D = 0, int64_t Sum = 0) {
  if (D == B.Ends.size())
    return {{Sum}};
  Nest::Touched All;
  for (int64_t Index = B.Ends[D].first; Index < B.Ends[D].second; ++Index)
    All.merge(flattened(B, Strides, D + 1, Sum + Index * Strides[D]));
  return All;
}

void check(const Nest &Of, const ArrayUse &Use, const std::string &Text, Checked &Count) {
  std::vector<int64_t> Strides(Use.rank(), 1);
  for (size_t D = Use.rank() - 1; D-- > 0;)
    Strides[D] = Use.Split ? Strides[D + 1] * valueOf(*Use.Inner[D], Of, 0) : 0;
  Count.Boxes += unsigned(Use.Boxes.size());
  for (const Box &B : Use.Boxes) {
    Count.Attained += B.Attained;
    Count.WrittenBeforeRead += B.WrittenBeforeRead;
  }
  for (auto &[Iterator, Touched] : Of.run()) {
    Nest::Touched Covered = Touched;
    for (const Box &B : Use.Boxes) {
      const Numbers Here = numbers(B, Of, Iterator);
      const bool Bounded =
          std::all_of(Here.Ends.begin(), Here.Ends.end(), [](auto &E) { return E.first > -Far && E.second < Far; });
      if (!Here.Applies) {
        continue;
      }
      if (B.Attained) {
        ASSERT_TRUE(Bounded && !Here.empty()) << Text << textOf(B) << " at " << Iterator;
      }
      if (!Bounded || Here.empty()) {
        if (!Bounded)
          std::erase_if(Covered, [&](const Nest::Index &At) { return Use.Split || Here.contains(At); });
        continue;
      }
      if (Use.Split) {
        const Nest::Touched All = flattened(Here, Strides);
        std::erase_if(Covered, [&](const Nest::Index &At) { return All.count(At); });
        if (B.Attained && B.Corners) {
          ASSERT_TRUE(Touched.count(*All.begin())) << Text << textOf(B) << " at " << Iterator;
          ASSERT_TRUE(Touched.count(*All.rbegin())) << Text << textOf(B) << " at " << Iterator;
        }
        if (B.WrittenBeforeRead) {
          for (const Nest::Index &At : All)
            ASSERT_TRUE(Touched.count(At)) << Text << textOf(B) << " at " << Iterator;
        }
        continue;
      }
      std::erase_if(Covered, [&](const Nest::Index &At) { return Here.contains(At); });
      for (size_t D = 0; B.Attained && D < Here.Ends.size(); ++D)
        for (int64_t End : {Here.Ends[D].first, Here.Ends[D].second - 1})
          ASSERT_TRUE(std::any_of(Touched.begin(), Touched.end(), [&](auto &At) { return At[D] == End; }))
              << Text << textOf(B) << " at " << Iterator << ": " << End;
      if (B.WrittenBeforeRead) {
        uint64_t Inside = 0, Size = 1;
        for (const Nest::Index &At : Touched)
          Inside += Here.contains(At);
        for (auto &[First, Last] : Here.Ends)
          Size *= uint64_t(Last - First);
        ASSERT_EQ(Inside, Size) << Text << textOf(B) << " at " << Iterator;
      }
    }
    ASSERT_TRUE(Covered.empty()) << Text << "index " << (Covered.empty() ? 0 : (*Covered.begin())[0]) << " at "
                                 << Iterator << " is in no box";
  }
}

TEST(RandomNests, BoxesHoldWhatIsTouched) {
  constexpr unsigned Units = 25, PerUnit = 40;
  Checked Count;
  for (unsigned Unit = 0; Unit < Units && !HasFatalFailure(); ++Unit) {
    Generator Make(Unit);
    std::vector<Nest> Nests;
    std::string Code;
    for (unsigned F = 0; F < PerUnit; ++F) {
      Nests.push_back(Make.nest());
      Code += Nests.back().text(F);
    }
    ASSERT_TRUE(Snippet::parse(Code, [&](std::vector<Region *> &Regions, clang::ASTContext &Context,
                                         Diagnostics &Diags) {
      ASSERT_EQ(Regions.size(), Nests.size());
      for (unsigned F = 0; F < PerUnit; ++F) {
        auto Trial = makeTrial(Regions[F]->Site, Context, Diags.engine());
        ASSERT_TRUE(Trial);
        ASSERT_EQ(Trial->R.Fate.Cause, "") << Nests[F].text(F);
        for (const ArrayUse &Use : findUses(Trial->R, Context))
          ASSERT_NO_FATAL_FAILURE(check(Nests[F], Use, Nests[F].text(F), Count));
      }
    })) << Code;
  }
  // Checks that the test is not empty: most boxes have all possible properties.
  EXPECT_GT(Count.Attained * 2, Count.Boxes);
  EXPECT_GT(Count.WrittenBeforeRead * 10, Count.Boxes);
}

} // namespace
