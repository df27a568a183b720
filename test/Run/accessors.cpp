// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A member function that returns an element of a member array counts as the subscript in it: the member arrays have
// windows, although no clause could name these private members.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: %compare %t.serial %t
// RUN: FileCheck %s --input-file=%t.summary && rm %t.summary
// RUN: %hetccxx -O2 -fopenmp --hetcc-auto=all --hetcc-no-cuda --hetcc-emit-source %s >%t.out && FileCheck --check-prefix=TEXT %s --input-file=%t.out

// CHECK: accessors.cpp: 6 of 6 loops split
// TEXT: Speed[hetrt_{{write|read}}_flat(&hetrt_bounds_[{{[0-9]}}], I)]
#include <array>
#include <cstdio>
#include <vector>

class Domain {
public:
  explicit Domain(int N) : Place(N), Speed(N), Force(N), Corner(N), Fixed(new float[N]()), Count(N) {}
  ~Domain() { delete[] Fixed; }
  Domain(const Domain &) = delete;
  Domain &operator=(const Domain &) = delete;
  double &x(int I) { return Place[I]; }
  const double &x(int I) const { return Place[I]; }
  double &v(int I) { return Speed[I]; }
  double &f(int I) { return (Force[I]); }
  int &corner(int I) { return Corner[I]; }
  float &fixed(long I) { return Fixed[I]; }
  double &next(int I) { return Place[I + 1]; }
  int count() const { return Count; }

private:
  std::vector<double> Place, Speed, Force;
  std::vector<int> Corner;
  float *Fixed;
  int Count;
};

static void clear(Domain &D, int N) {
#pragma omp parallel for firstprivate(N)
  for (int I = 0; I < N; I++)
    D.f(I) = 0;
}

static void push(Domain &D, Domain *Other, double Step) {
  const int N = D.count();
#pragma omp parallel for
  for (int I = 0; I < N; I++) {
    D.f(I) += Step * D.fixed(I);
    D.v(I) += Step * D.f(I) / (1 + I % 3);
    D.x(I) += Step * D.v(I) + Other->x(I);
  }
}

static double gather(Domain &D, const Domain &C) {
  double All = 0;
  const int N = D.count();
#pragma omp parallel for reduction(+ : All)
  for (int I = 0; I < N; I++) {
    const int At = D.corner(I);
    All += D.v(At) + C.x(D.corner(N - 1 - I));
  }
  return All;
}

static void scatter(Domain &D, const std::vector<double> &From) {
  const int N = D.count();
#pragma omp parallel
  {
#pragma omp for nowait
    for (int I = 0; I < N; I++)
      D.x(D.corner(I)) = From[I];
  }
}

static void shifted(Domain &D) {
  const int N = D.count();
#pragma omp parallel for
  for (int I = 0; I < N - 1; I++)
    D.v(I) += D.next(I);
}

template <typename Holder> static void halve(Holder &D, int N) {
#pragma omp parallel for
  for (int I = 0; I < N; I++)
    D.v(I) *= 0.5;
}

int main() {
  const int N = 2003;
  Domain D(N), Other(N), None(0);
  std::vector<double> From(N);
  for (int I = 0; I < N; I++) {
    D.x(I) = I % 7;
    Other.x(I) = I % 5;
    D.fixed(I) = I % 3;
    D.corner(I) = Other.corner(I) = int(I * 11L % N);
    From[I] = 3 * I;
  }
  clear(None, 0);
  for (int Pass = 0; Pass < 3; Pass++) {
    clear(D, N);
    push(D, &Other, 0.5);
    std::printf("%g\n", gather(D, Other));
    scatter(Other, From);
    halve(D, N);
  }
  shifted(D);
  for (int I = 0; I < N; I += 97)
    std::printf("%g %g %g\n", D.x(I), D.v(I), Other.x(I));
}
