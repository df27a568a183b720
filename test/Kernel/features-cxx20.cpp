// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++20 features in a loop's body work in GPU kernels wherever they work on emulated devices: see features-cxx11.cpp.
// REQUIRES: ptx
// RUN: %hetccxx -std=c++20 -O1 %s -o %t 2>&1 | count 0
// RUN: %serialxx -std=c++20 -O1 %s -o %t.serial && %t.serial > %t.wanted
// RUN: grep -c "^FEATURE(" %s > %t.loops
// RUN: grep -aoE "entry hetcc_[0-9]+_[0-9]+[(]" %t | sort -u | wc -l | diff %t.loops -
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu %t | diff %t.wanted -
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
#include "Inputs/features.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <concepts>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <ranges>
#include <span>
#include <utility>

template <typename T>
concept Number = std::integral<T> || std::floating_point<T>;
template <Number T> T doubled(T v) { return v + v; }
FEATURE(Concepts) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] = doubled(x[i]) + doubled(i);
  }
}

template <typename T>
requires(sizeof(T) == 8) double sizeOf(T) { return 8; }
template <typename T> double sizeOf(T) { return 1; }
FEATURE(RequiresClauses) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += sizeOf(x[i]) + sizeOf('a');
  }
}

FEATURE(RequiresExpressions) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    constexpr bool adds = requires(double a) { a + 1; };
    x[i] += adds ? 2 : 3;
  }
}

inline auto less(std::floating_point auto a, auto b) { return a < b; }
FEATURE(AbbreviatedTemplates) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += less(x[i], i);
  }
}

FEATURE(LambdasWithParameters) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    auto size = []<typename T>(T v) { return v + double(sizeof(T)); };
    x[i] = size(x[i]) + size(i);
  }
}

struct Options {
  int count = 2;
  double rate = 1, shift = 0.5;
};
FEATURE(DesignatedInitialisers) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Options o{.count = i, .shift = x[i]};
    x[i] = o.count * o.rate + o.shift;
  }
}

struct Version {
  int major, minor;
  auto operator<=>(const Version &) const = default;
};
FEATURE(ThreeWayComparison) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Version a{i % 3, 2}, b{1, i % 4};
    x[i] += (a < b) + 2 * (a == b) + 4 * ((i <=> 5) > 0);
  }
}

FEATURE(RangeForWithInitialiser) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    for (double some[2] = {x[i], 2}; double each : some)
      x[i] += each;
  }
}

consteval int cubed(int v) { return v * v * v; }
FEATURE(Consteval) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += cubed(3);
  }
}

FEATURE(LikelyBranches) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    if (i % 5) [[likely]]
      x[i] += 1;
    else [[unlikely]]
      x[i] -= 1;
  }
}

enum class Axis { X = 2, Y = 4 };
FEATURE(UsingEnumerations) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    using enum Axis;
    const Axis axis = i % 2 ? X : Y;
    x[i] += int(axis);
  }
}

FEATURE(BitCasts) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += double(std::bit_cast<unsigned>(float(i)) % 1000);
  }
}

FEATURE(BitCounts) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += std::popcount(unsigned(i)) + std::countl_zero(unsigned(i) | 1u) + double(std::rotl(std::uint8_t(i), 3));
  }
}

struct Pair {
  int a, b;
};
template <Pair P> constexpr int added() { return P.a + P.b; }
FEATURE(ClassesAsParameters) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += added<Pair{3, 4}>();
  }
}

struct Two {
  double a, b;
};
FEATURE(ParenthesisedAggregates) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Two t(x[i], 2);
    x[i] = t.a + t.b;
  }
}

inline double sum(std::span<const double> some) {
  double s = 0;
  for (double each : some)
    s += each;
  return s;
}
FEATURE(SpansOfTheBody) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    double some[3] = {x[i], 1, 2};
    x[i] = sum(some);
  }
}

FEATURE(ConstexprAlgorithms) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    std::array<int, 4> some{3, i % 5, 1, 2};
    std::sort(some.begin(), some.end());
    x[i] += some[0] + 10 * some[3];
  }
}

using Twice = decltype([](double v) { return 2 * v; });
FEATURE(StatelessLambdas) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] = Twice{}(x[i]);
  }
}

FEATURE(Midpoints) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] = std::midpoint(x[i], 4.0) + std::lerp(0.0, 2.0, 0.25);
  }
}

FEATURE(NumbersOfTheLibrary) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += std::numbers::pi * std::numbers::e_v<float>;
  }
}

template <typename... T> double later(T... v) {
  auto sum = [... w = v] { return (w + ...); };
  return sum();
}
FEATURE(CapturedPacks) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] = later(x[i], 2, 3.5);
  }
}

struct Bits {
  unsigned low : 3 = 5;
  unsigned high : 4 = 2;
};
FEATURE(BitFieldsWithDefaults) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Bits b;
    b.low = unsigned(i);
    x[i] += b.low + b.high;
  }
}

template <bool Explicit> struct From {
  double value;
  explicit(Explicit) From(double value) : value(value) {}
};
FEATURE(ConditionallyExplicit) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    From<false> f = x[i];
    From<true> g(2.5);
    x[i] = f.value + g.value;
  }
}

struct Empty {};
struct Packed {
  [[no_unique_address]] Empty none;
  double value;
};
FEATURE(EmptyMembers) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Packed p{{}, x[i]};
    x[i] = p.value + double(sizeof(Packed));
  }
}

FEATURE(SignedSizes) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    double some[3] = {1, 2, x[i]};
    x[i] += double(std::ssize(some));
  }
}

FEATURE(RangeAlgorithms) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    std::array<double, 3> some{x[i], 1, 2};
    x[i] = std::ranges::max(some) + double(std::ranges::count(some, 1.0));
  }
}

FEATURE(Views) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    for (int k : std::views::iota(0, 4))
      x[i] += k;
  }
}

FEATURE(ConceptsInTheBody) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    auto add = [](std::integral auto a, std::floating_point auto b) { return a + b; };
    x[i] = add(i, x[i]);
  }
}

template <typename T>
concept Indexed = requires(T t) {
  { t[0] } -> std::convertible_to<double>;
};
template <Indexed T> double front(const T &t) { return t[0]; }
FEATURE(NestedRequirements) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    std::array<double, 2> some{x[i], 1};
    x[i] = front(some) + 1;
  }
}

FEATURE(SafeComparisons) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += std::cmp_less(-1, unsigned(i)) + std::in_range<signed char>(i);
  }
}

FEATURE(ConstexprUnions) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    union Either {
      float f;
      int k;
    };
    Either e{.k = i};
    x[i] += e.k;
  }
}

template <typename S> static void aliased(int n, S *x);
FEATURE(TemplatedAliases) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    using Real = std::remove_cvref_t<decltype(x[i])>;
    Real v = x[i];
    x[i] = v + Real(1);
  }
}

int main() { return run(); }
