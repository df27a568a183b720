// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++11 features in a loop's body work in GPU kernels wherever they work on emulated devices: each loop of this list
// runs on both with the serial loop's results, and hetcc gives no warning.
// REQUIRES: ptx
// RUN: %hetccxx -std=c++11 -O1 %s -o %t 2>&1 | count 0
// RUN: %serialxx -std=c++11 -O1 %s -o %t.serial && %t.serial > %t.wanted
// RUN: grep -c "^FEATURE(" %s > %t.loops
// RUN: grep -aoE "entry hetcc_[0-9]+_[0-9]+[(]" %t | sort -u | wc -l | diff %t.loops -
// RUN: env HETRT_CUDA_DRIVER=%cuda_emulator HETRT_DEVICES=cuda:1 HETRT_SCHEDULE=gpu %t | diff %t.wanted -
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
#include "Inputs/features.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

FEATURE(AutoVariables) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    auto value = x[i];
    auto twice = value + value;
    x[i] = twice;
  }
}

FEATURE(Decltype) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    decltype(x[i] + 1) value = x[i];
    decltype((value)) same = value;
    same += 3;
    x[i] = value;
  }
}

FEATURE(RangeForOfArrays) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    double some[3] = {1, 2, x[i]};
    double sum = 0;
    for (double &each : some)
      each *= 2;
    for (double each : some)
      sum += each;
    x[i] = sum;
  }
}

FEATURE(RangeForOfClasses) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    std::array<double, 4> some = {{1, 2, x[i], 5}};
    for (const auto &each : some)
      x[i] += each;
  }
}

FEATURE(LambdaCopies) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    double value = x[i];
    auto add = [=](double more) { return value + more; };
    x[i] = add(4);
  }
}

FEATURE(LambdaReferences) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    double value = 1;
    auto add = [&](double more) -> void { value += more; };
    add(x[i]), add(2);
    x[i] = value;
  }
}

FEATURE(LambdaMutable) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    int count = 3;
    auto next = [count]() mutable { return ++count; };
    next();
    x[i] += next() + count;
  }
}

enum class Colour : unsigned char { Red = 3, Green = 5 };
FEATURE(ScopedEnumerations) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Colour colour = i % 2 ? Colour::Red : Colour::Green;
    x[i] += static_cast<int>(colour) + (colour == Colour::Red);
  }
}

constexpr int power(int base, int exponent) { return exponent ? base * power(base, exponent - 1) : 1; }
FEATURE(ConstexprFunctions) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    constexpr int eight = power(2, 3);
    int some[power(2, 2)] = {eight, 1, 2, power(i % 3, 2)};
    x[i] += some[i % 4];
  }
}

FEATURE(NullPointers) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    double local = x[i];
    const double *p = i % 2 ? &local : nullptr;
    x[i] = p != nullptr ? *p + 1 : -1;
  }
}

FEATURE(StaticAssertions) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    static_assert(sizeof(double) == 8, "as everywhere");
    x[i] += 1;
  }
}

struct Defaults {
  int a = 4;
  double b{2.5};
  double sum() const { return a + b; }
};
FEATURE(MemberInitialisers) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Defaults each;
    each.a += i;
    x[i] += each.sum();
  }
}

struct Delegates {
  double value;
  explicit Delegates(double value) : value(value) {}
  Delegates(int a, int b) : Delegates(double(a * b)) {}
};
struct Inherits : Delegates {
  using Delegates::Delegates;
};
FEATURE(DelegatingConstructors) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] += Delegates(i, 3).value;
}
FEATURE(InheritedConstructors) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] += Inherits(i, 2).value + Inherits{1.5}.value;
}

template <typename T> using Three = std::array<T, 3>;
FEATURE(AliasTemplates) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Three<float> some{{1, 2, float(i)}};
    x[i] += some[i % 3];
  }
}

template <typename T> T total(T last) { return last; }
template <typename T, typename... More> T total(T first, More... more) { return first + total<T>(more...); }
FEATURE(VariadicTemplates) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] = total(x[i], 1.5, 2.0, double(i));
}

FEATURE(Tuples) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    auto some = std::make_tuple(i, 2.5, x[i]);
    std::get<0>(some) += 1;
    int number;
    double half;
    std::tie(number, half, std::ignore) = some;
    x[i] = std::get<2>(some) + number * half;
  }
}

constexpr double operator"" _km(unsigned long long value) { return double(value) * 1000; }
FEATURE(UserLiterals) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] += 2_km;
}

struct Movable {
  double value;
  explicit Movable(double value) : value(value) {}
  Movable(Movable &&other) noexcept : value(other.value) { other.value = 0; }
};
FEATURE(MoveConstructors) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Movable first(x[i]);
    Movable second(std::move(first));
    x[i] = second.value * 2 + first.value;
  }
}

inline double kind(double &) { return 1; }
inline double kind(double &&) { return 2; }
template <typename T> double forwards(T &&value) { return kind(std::forward<T>(value)); }
FEATURE(ForwardedReferences) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    double local = x[i];
    x[i] += forwards(local) + 10 * forwards(local + 1);
  }
}

struct Flag {
  int value;
  explicit operator bool() const { return value > 2; }
  operator double() const { return value; }
};
FEATURE(Conversions) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Flag flag{i % 5};
    if (flag)
      x[i] += double(flag);
  }
}

FEATURE(InitializerLists) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] += std::max({1.0, x[i], double(i)}) + std::min({4, i});
}

struct alignas(16) Aligned {
  float v[2];
};
FEATURE(Alignment) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Aligned each = {{1, float(i)}};
    x[i] += each.v[1] + alignof(Aligned);
  }
}

FEATURE(Unions) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    union {
      float f;
      unsigned u;
    };
    u = 0x3f800000u + unsigned(i);
    x[i] += f;
  }
}

template <typename T> typename std::enable_if<std::is_integral<T>::value, int>::type which(T) { return 1; }
template <typename T> typename std::enable_if<!std::is_integral<T>::value, int>::type which(T) { return 2; }
FEATURE(EnableIf) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] += which(i) + 10 * which(x[i]);
}

FEATURE(NumericLimits) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] += std::numeric_limits<double>::epsilon() * 1e16 + (std::numeric_limits<int>::max() % 97);
}

inline namespace version2 {
inline double rate() { return 7; }
} // namespace version2
FEATURE(InlineNamespaces) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] += rate() + version2::rate();
}

template <typename A, typename B> auto product(A a, B b) -> decltype(a * b) { return a * b; }
FEATURE(TrailingReturnTypes) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] += product(i, 0.5);
}

FEATURE(LocalClasses) {
  struct Pair {
    double a, b;
    double sum() const { return a + b; }
    static double twice(double v) { return 2 * v; }
  };
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Pair each{x[i], 1};
    x[i] = Pair::twice(each.sum());
  }
}

FEATURE(ClassesOfTheBody) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    struct Square {
      double side;
      double area() const { return side * side; }
    };
    x[i] = Square{x[i]}.area();
  }
}

template <typename S> struct Traits {
  typedef S Value;
  template <typename T> struct Rebind { using Other = Traits<T>; };
};
template <typename S, typename Other> static void dependentTypes(int n, S *x) {
  typedef S T;
  typedef typename Traits<S>::Value Value;
  using Rebound = typename Traits<S>::template Rebind<float>::Other::Value;
  typedef Other Unused;
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Value value = x[i];
    x[i] = value + T(2) + Rebound(0.5);
  }
}
FEATURE(TypesOfParameters) { dependentTypes<double, int>(n, x); }

template <typename T> struct Crtp {
  double doubled() const { return 2 * static_cast<const T *>(this)->get(); }
};
struct Derived final : Crtp<Derived> {
  double value;
  explicit Derived(double value) : value(value) {}
  double get() const { return value; }
};
FEATURE(StaticPolymorphism) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] = Derived(x[i]).doubled();
}

template <template <typename, std::size_t> class Holder> double held(double value) {
  Holder<double, 2> some = {{value, 1}};
  return some[0] + some[1];
}
FEATURE(TemplateTemplates) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] = held<std::array>(x[i]);
}

struct Left {
  double a;
};
struct Right {
  double b;
};
struct Both : Left, Right {
  friend double join(const Both &both) { return both.a - both.b; }
};
FEATURE(FriendsOfClasses) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Both both;
    both.a = x[i], both.b = 2;
    x[i] = join(both);
  }
}

struct Vec {
  double v[2];
  double &operator[](int i) { return v[i]; }
  double operator[](int i) const { return v[i]; }
  Vec &operator+=(const Vec &o) { return v[0] += o.v[0], v[1] += o.v[1], *this; }
  friend Vec operator*(double a, Vec b) { return {{a * b.v[0], a * b.v[1]}}; }
  double operator()() const { return v[0] - v[1]; }
};
FEATURE(Operators) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    Vec a = {{x[i], 1}};
    a += 2.0 * a;
    a[1] = 4;
    x[i] = a();
  }
}

FEATURE(ComplexNumbers) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    std::complex<double> z(x[i], 1);
    z = z * z + std::complex<double>(0, 2);
    x[i] = z.real() - z.imag();
  }
}

FEATURE(ReferencesToArrays) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    double some[2][2] = {{1, 2}, {3, x[i]}};
    double(&row)[2] = some[1];
    x[i] = row[0] + row[1];
  }
}

struct Constants {
  static const int Most = 17;
  static constexpr double Rate = 0.25;
  enum { Least = 2 };
};
constexpr double Constants::Rate;
FEATURE(ConstantsOfClasses) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] += Constants::Most * Constants::Rate + Constants::Least;
}

inline double scaled(double v, double by = 3) { return v * by; }
FEATURE(DefaultArguments) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] = scaled(x[i]) + scaled(1, 2);
}

FEATURE(SwitchesAndJumps) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    int k = 0;
    do {
      switch (k % 3) {
      case 0:
        x[i] += 1;
        break;
      case 1:
        if (i % 2)
          goto next;
        x[i] += 2;
        break;
      default:
        x[i] += 4;
      }
    next:
      ++k;
    } while (k < 5);
  }
}

FEATURE(CharactersAndWideLiterals) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] += u'a' + int(U'b') + "xyz"[i % 3] + 1LL;
}

FEATURE(RecursiveFunctions) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] += power(2, i % 6);
}

FEATURE(LibraryAlgorithms) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    double some[4] = {x[i], 3, 1, 2};
    for (int a = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b)
        if (some[b] < some[a])
          std::swap(some[a], some[b]);
    x[i] = some[0] + 10 * some[3] + *std::max_element(some, some + 4);
  }
}

FEATURE(PairsAndComparisons) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i) {
    std::pair<int, double> a(i % 3, x[i]), b = std::make_pair(1, 2.0);
    x[i] = a < b ? a.second : b.second;
  }
}

FEATURE(MathOfTheLibrary) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; ++i)
    x[i] = std::floor(std::abs(x[i]) / 3) + std::fmod(i, 5.0) + std::fmax(x[i], 0.5) + (std::isnan(x[i]) ? 1 : 0);
}

int main() { return run(); }
