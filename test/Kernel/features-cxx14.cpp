// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++14 features in a loop's body work in GPU kernels wherever they work on emulated devices: see features-cxx11.cpp.
// REQUIRES: ptx
// RUN: %hetccxx -std=c++14 -O1 %s -o %t 2>&1 | count 0
// RUN: %serialxx -std=c++14 -O1 %s -o %t.serial && %t.serial > %t.wanted
// RUN: grep -c "^FEATURE(" %s > %t.loops
// RUN: grep -aoE "entry hetcc_[0-9]+_[0-9]+[(]" %t | sort -u | wc -l | diff %t.loops -
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu %t | diff %t.wanted -
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
#include "Inputs/features.h"
#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

FEATURE(GenericLambdas) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    auto add = [](auto a, auto b) { return a + b; };
    x[i] = add(x[i], 1) + add(i, 2.5f);
  }
}

FEATURE(InitCaptures) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    auto next = [k = i * 2, v = x[i]] { return k + v; };
    x[i] = next();
  }
}

inline auto half(double v) { return v / 2; }
template <typename T> auto twice(T v) { return v + v; }
FEATURE(DeducedReturnTypes) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] = half(x[i]) + twice(i);
  }
}

inline decltype(auto) first(double (&some)[2]) { return (some[0]); }
FEATURE(DecltypeAuto) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    double some[2] = {1, x[i]};
    first(some) += some[1];
    x[i] = some[0];
  }
}

FEATURE(BinaryLiterals) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += 0b1011 + 1'000;
  }
}

template <typename T> constexpr T Pi = T(3.25);
FEATURE(VariableTemplates) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += Pi<double> + Pi<int>;
  }
}

constexpr int sumTo(int n) {
  int sum = 0;
  for (int k = 1; k <= n; ++k)
    sum += k;
  return sum;
}
FEATURE(RelaxedConstexpr) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    constexpr int ten = sumTo(4);
    x[i] += ten + sumTo(i % 5);
  }
}

template <std::size_t... I> double pick(const std::array<double, 3> &a, std::index_sequence<I...>) {
  double sum = 0;
  const double each[] = {a[I] * double(I + 1)...};
  for (double v : each)
    sum += v;
  return sum;
}
FEATURE(IntegerSequences) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    std::array<double, 3> some{{x[i], 2, 3}};
    x[i] = pick(some, std::make_index_sequence<3>());
  }
}

struct Options {
  int count = 3;
  double rate = 0.5;
};
FEATURE(AggregatesWithDefaults) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Options given{i};
    x[i] += given.count * given.rate;
  }
}

FEATURE(Exchange) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    double value = x[i];
    const double before = std::exchange(value, 2);
    x[i] = before + value;
  }
}

FEATURE(TupleByType) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    auto some = std::make_tuple(i, x[i]);
    x[i] = std::get<double>(some) + std::get<int>(some);
  }
}

FEATURE(IntegralConstants) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += std::integral_constant<int, 4>()() + std::is_same<int, int>()();
  }
}

struct Counter {
  int value = 0;
  constexpr Counter &add(int by) {
    value += by;
    return *this;
  }
  constexpr int get() const { return value; }
};
FEATURE(ConstexprMembers) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Counter c;
    x[i] += c.add(i).add(2).get();
  }
}

FEATURE(NestedGenericLambdas) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    auto outer = [](auto f, auto v) { return f(v) + 1; };
    x[i] = outer([&](auto v) { return v * 2; }, x[i]);
  }
}

FEATURE(TransformationTraits) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    std::conditional_t<sizeof(int) == 4, float, double> v = float(i);
    std::remove_const_t<const double> w = v;
    x[i] += w;
  }
}

[[deprecated]] inline double old(double v);
inline double old(double v) { return v + 1; }
FEATURE(DeprecatedFunctions) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] = [](double v) { return v + 1; }(x[i]);
  }
}

template <typename S, int N> static double sized(S v) {
  struct Holder {
    S each[N];
  };
  Holder h{};
  for (auto &e : h.each)
    e = v;
  return h.each[0] + h.each[N - 1];
}
FEATURE(LocalTypesOfTemplates) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] = sized<float, 3>(float(i)) + sized<double, 2>(x[i]);
  }
}

inline auto adder(double by) {
  return [by](double v) { return v + by; };
}
FEATURE(LambdasInFunctions) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    auto add = adder(2.5);
    x[i] = add(x[i]);
  }
}

FEATURE(DigitSeparatedFloats) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    x[i] += 1'0.5 + 0x1'0;
  }
}

struct Two {
  double a, b;
};
inline Two split(double v) { return {v / 2, v - 1}; }
FEATURE(ReturnedAggregates) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Two t = split(x[i]);
    x[i] = t.a + t.b;
  }
}

int main() { return run(); }
