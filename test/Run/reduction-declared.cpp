// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// User-declared reductions in C++: of std::complex, of classes with constructors and operators, in namespaces,
// templates and classes, with each form of initializer; of arrays in templates, and of references.
// RUN: %hetccxx -O2 %s -o %t 2>&1 | FileCheck --allow-empty --check-prefix=SILENT %s
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// SILENT-NOT: {{.}}

#include <algorithm>
#include <complex>
#include <cstdio>

enum { N = 2503 };
static int x[N];

#pragma omp declare reduction(+ : std::complex<double> : omp_out += omp_in)
#pragma omp declare reduction(largest : int : omp_out = std::max(omp_out, omp_in)) initializer(omp_priv = -10000)

namespace geometry {
class Box {
public:
  Box() : Low(1 << 30), High(-(1 << 30)) {}
  Box(int Low, int High) : Low(Low), High(High) {}
  Box(const Box &Other) = default;
  Box &operator=(const Box &Other) {
    Low = Other.Low;
    High = Other.High;
    return *this;
  }
  Box &operator|=(const Box &Other) {
    Low = std::min(Low, Other.Low);
    High = std::max(High, Other.High);
    return *this;
  }
  void print() const { std::printf("box %d %d\n", Low, High); }

private:
  int Low, High;
};
struct Tally {
  long Count = 7, Sum = 7;
};
inline void unite(Tally &Into, const Tally &From) {
  Into.Count += From.Count;
  Into.Sum += From.Sum;
}
inline Tally nothing() { return {0, 0}; }
enum { Wide = 1 << 29 };
#pragma omp declare reduction(hull : Box : omp_out |= omp_in)
#pragma omp declare reduction(hull2 : Box : omp_out |= omp_in) initializer(omp_priv(Wide, -Wide))
#pragma omp declare reduction(unite : Tally : unite(omp_out, omp_in)) initializer(omp_priv = nothing())
#pragma omp declare reduction(unite2 : Tally : unite(omp_out, omp_in)) initializer(omp_priv = Tally{0, 0})
} // namespace geometry

template <typename Number> struct Pair {
  Number A, B;
  Pair(Number A = 0, Number B = 0) : A(A), B(B) {}
  Pair &operator+=(const Pair &Other) {
    A += Other.A, B += Other.B;
    return *this;
  }
};

template <typename Number, int Count> void inTemplate(const char *Name) {
#pragma omp declare reduction(add : Pair<Number> : omp_out += omp_in) initializer(omp_priv = Pair<Number>(0))
  Pair<Number> Sum(3, 4), Each[Count];
  Number Low[Count], High = 0;
  std::fill(Low, Low + Count, Number(100));
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(add : Sum, Each) reduction(min : Low)                 \
    reduction(max : High)
  for (int i = 0; i < N; i++) {
    Number Value = static_cast<Number>(x[i] % 50 + 51);
    Sum += Pair<Number>(Value, 1);
    for (auto &One : Each)
      One += Pair<Number>(1, Value);
    Low[i % Count] = std::min(Low[i % Count], Value);
    High = std::max(High, Value);
  }
  std::printf("%s %g %g %g %g %g %g\n", Name, double(Sum.A), double(Sum.B), double(Each[Count - 1].A),
              double(Each[0].B), double(Low[1]), double(High));
}

/// Reduction variables that are members, in a member template.
struct Counts {
  int Of[3] = {1, 2, 3};
  template <typename Number> Number count(Number Step) {
    Number All = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(+ : Of, All)
    for (int i = 0; i < N; i++) {
      Of[i % 3] += x[i];
      All += Step;
    }
    return All;
  }
};

class Survey {
public:
  void run() {
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(+ : Bins, Total)
    for (int i = 0; i < N; i++) {
      Bins[i % 5] += x[i];
      Total += x[i];
    }
    std::printf("%ld %ld %ld\n", Bins[0], Bins[4], Total);
  }

private:
  long Bins[5] = {1, 2, 3, 4, 5}, Total = 9;
};

/// Combiner and initializer are member functions of the class.
template <typename Number> class Range {
public:
  Number Low = 1000, High = -1000;
  void scan() {
    Range Own;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(within : Own)
    for (int i = 0; i < N; i++) {
      Range Here;
      Here.Low = Here.High = static_cast<Number>(x[i] % 100);
      widen(Own, Here);
    }
    widen(*this, Own);
  }

private:
  static void widen(Range &To, const Range &By) {
    To.Low = std::min(To.Low, By.Low);
    To.High = std::max(To.High, By.High);
  }
  static void clear(Range &Own) {
    Own.Low = 1000;
    Own.High = -1000;
  }
#pragma omp declare reduction(within : Range : widen(omp_out, omp_in)) initializer(clear(omp_priv))
};

static void byReference(int (&Counts)[6], geometry::Box &Hull) {
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(+ : Counts) reduction(geometry::hull : Hull)
  for (int i = 0; i < N; i++) {
    for (int &Count : Counts)
      Count += i % 2;
    Hull |= geometry::Box(x[i], x[i]);
  }
}

int main() {
  for (int i = 0; i < N; i++)
    x[i] = (i * 7919) % 3571 - 1500;
  std::complex<double> z(1, 2);
  int peak = -20000;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(+ : z) reduction(largest : peak)
  for (int i = 0; i < N; i++) {
    z += std::complex<double>(x[i], -i);
    peak = std::max(peak, x[i]);
  }
  std::printf("%g %g %d\n", z.real(), z.imag(), peak);

  int counts[6] = {};
  geometry::Box hull, other[3];
  byReference(counts, hull);
  std::printf("%d %d\n", counts[0], counts[5]);
  hull.print();
  geometry::Tally tally, more;
#pragma omp parallel for hetero(1) part_copyin(x[1:N]) reduction(geometry::hull2 : other)                              \
    reduction(geometry::unite : tally) reduction(geometry::unite2 : more)
  for (int i = 0; i < N; i++) {
    other[i % 3] |= geometry::Box(x[i], x[i] + 1);
    geometry::Tally one{1, x[i]};
    geometry::unite(tally, one);
    geometry::unite(more, one);
  }
  for (const geometry::Box &box : other)
    box.print();
  std::printf("%ld %ld %ld %ld\n", tally.Count, tally.Sum, more.Count, more.Sum);

  inTemplate<int, 3>("int");
  inTemplate<double, 5>("double");
  inTemplate<unsigned char, 2>("unsigned char");
  Survey().run();
  Counts of;
  const int whole_steps = of.count(2);
  std::printf("%d %g %d %d\n", whole_steps, of.count(0.5), of.Of[0], of.Of[2]);

  Range<int> whole;
  whole.scan();
  Range<double> parts;
  parts.scan();
  std::printf("%d %d %g %g\n", whole.Low, whole.High, parts.Low, parts.High);
}
