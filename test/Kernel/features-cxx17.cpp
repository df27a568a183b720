// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++17 features in a loop's body work in GPU kernels wherever they work on emulated devices: see features-cxx11.cpp.
// REQUIRES: ptx
// RUN: %hetccxx -std=c++17 -O1 %s -o %t 2>&1 | count 0
// RUN: %serialxx -std=c++17 -O1 %s -o %t.serial && %t.serial > %t.wanted
// RUN: grep -c "^FEATURE(" %s > %t.loops
// RUN: grep -aoE "entry hetcc_[0-9]+_[0-9]+[(]" %t | sort -u | wc -l | diff %t.loops -
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu %t | diff %t.wanted -
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
#include "Inputs/features.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

FEATURE(BindingsOfArrays) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    double some[2] = {x[i], 3};
    auto &[a, b] = some;
    b += a;
    x[i] = some[1];
  }
}

struct Point {
  double px;
  int py;
};
FEATURE(BindingsOfStructs) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    auto [a, b] = Point{x[i], i};
    x[i] = a + b;
  }
}

FEATURE(BindingsOfTuples) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    auto [a, b, c] = std::make_tuple(x[i], i, 2.5f);
    x[i] = a + b + c;
  }
}

template <typename T> double widen(T v) {
  if constexpr (sizeof(T) == 8)
    return v + 8;
  else
    return v + 4;
}
FEATURE(IfConstexpr) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] = widen(x[i]) + widen(i);
  }
}

FEATURE(IfWithInitialiser) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    if (double v = x[i] * 2; v > 1)
      x[i] = v;
    else
      x[i] = -v;
  }
}

FEATURE(SwitchWithInitialiser) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    switch (int k = i % 3; k) {
    case 0:
      x[i] += k + 5;
      [[fallthrough]];
    case 1:
      x[i] += 2;
      break;
    default:
      x[i] -= k;
    }
  }
}

template <typename... T> auto sumOf(T... v) { return (v + ...); }
template <typename... T> bool allOf(T... v) { return (... && (v > 0)); }
FEATURE(FoldExpressions) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] = sumOf(x[i], 1, 2.5f) + allOf(i, 3);
  }
}

inline constexpr double Rate = 1.5;
struct Shared {
  static inline constexpr int Count = 6;
};
FEATURE(InlineVariables) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += Rate * Shared::Count;
  }
}

namespace one::two {
inline double three(double v) { return v * 3; }
} // namespace one::two
FEATURE(NestedNamespaces) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] = one::two::three(x[i]);
  }
}

template <typename T> struct Boxed {
  T value;
  Boxed(T value) : value(value) {}
};
FEATURE(ClassTemplateDeduction) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Boxed b(x[i]);
    std::pair p(i, b.value);
    x[i] = p.first + p.second;
  }
}

template <typename T> struct Wide {
  T value;
  template <typename U> explicit Wide(U v) : value(v) {}
};
template <typename U> Wide(U) -> Wide<double>;
FEATURE(DeductionGuides) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Wide w(i);
    x[i] += w.value / 2;
  }
}

FEATURE(ConstexprLambdas) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    constexpr auto square = [](int v) { return v * v; };
    constexpr int nine = square(3);
    x[i] += nine + square(i % 4);
  }
}

template <auto N> constexpr auto plus(decltype(N) v) { return v + N; }
FEATURE(AutoTemplateParameters) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += plus<3>(i) + plus<'a'>('b');
  }
}

FEATURE(MaybeUnused) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    [[maybe_unused]] const double unused = x[i];
    x[i] += 1;
  }
}

FEATURE(Clamp) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] = std::clamp(x[i], -0.5, 2.0);
  }
}

FEATURE(Optionals) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    std::optional<double> v;
    if (i % 2)
      v = x[i];
    x[i] = v.value_or(7) + v.has_value();
  }
}

FEATURE(Bytes) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    std::byte b{std::uint8_t(i)};
    b = (b << 1) & std::byte{0x7f};
    x[i] += std::to_integer<int>(b);
  }
}

FEATURE(Apply) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] = std::apply([](double a, int b) { return a + b; }, std::make_tuple(x[i], i));
  }
}

FEATURE(GreatestCommonDivisor) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += std::gcd(i, 12) + std::lcm(4, i % 5 + 1);
  }
}

FEATURE(HexadecimalFloats) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += 0x1.8p1;
  }
}

struct Base {
  double a;
};
struct Whole : Base {
  double b;
};
FEATURE(AggregatesWithBases) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Whole w{{x[i]}, 2};
    x[i] = w.a * w.b;
  }
}

FEATURE(VariableTraits) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    if constexpr (std::is_same_v<decltype(x[i]), double &>)
      x[i] += 3;
    else
      x[i] = 0;
  }
}

FEATURE(LibrarySizes) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    double some[5] = {x[i], 1};
    x[i] += double(std::size(some)) + *std::begin(some);
  }
}

FEATURE(Invoke) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] = std::invoke([](double v) { return v - 1; }, x[i]);
  }
}

struct Fixed {
  double value;
  explicit Fixed(double value) : value(value) {}
  Fixed(const Fixed &) = delete;
};
inline Fixed make(double v) { return Fixed(v + 1); }
FEATURE(GuaranteedElision) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Fixed f = make(x[i]);
    x[i] = f.value;
  }
}

template <typename F, std::size_t... I> void each(F f, std::index_sequence<I...>) { (f(I), ...); }
FEATURE(FoldsOverComma) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    each([&](std::size_t k) { sum += double(k) * x[i]; }, std::make_index_sequence<4>());
    x[i] = sum;
  }
}

FEATURE(FunctionObjects) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] = std::plus<>()(x[i], 1) * std::multiplies<double>()(2, 3) + std::greater<>()(i, 5);
  }
}

template <bool Negate, typename S> static void signedBy(int n, S *x);
FEATURE(ConstexprIfInTheBody) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    constexpr bool negate = sizeof(int) == 4;
    if constexpr (negate)
      x[i] = -x[i];
  }
}

int main() { return run(); }
