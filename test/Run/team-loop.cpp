// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of a team in templates, member functions and lambdas, over containers, with reductions into arrays and
// user-declared reductions.
// RUN: %hetcc++ -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: env OMP_NUM_THREADS=3 %compare %t.serial %t

#include <algorithm>
#include <cstdio>
#include <vector>

struct Extremes {
  int Least = 1 << 30, Most = -(1 << 30);
};
static void join(Extremes &To, const Extremes &From) {
  To.Least = std::min(To.Least, From.Least);
  To.Most = std::max(To.Most, From.Most);
}
#pragma omp declare reduction(both:Extremes : join(omp_out, omp_in)) initializer(omp_priv = Extremes())

struct Half {
  double operator()(double X) const { return X / 2; }
};

template <typename T> struct Field {
  std::vector<T> Values;
  T Offset;
  explicit Field(int N) : Values(N), Offset(2) {}
  void fill(int N) {
#pragma omp for hetero(1) part_copyout(Values [1:N])
    for (int I = 0; I < N; ++I)
      Values[I] = T(I * 7 % 1009) + Offset;
  }
  template <typename F> void each(int N, F Function) {
    T *Data = Values.data();
#pragma omp for hetero(1) part_copy(Data [1:N]) nowait
    for (int I = 0; I < N; ++I)
      Data[I] = Function(Data[I]);
  }
};

int main() {
  const int N = 3000;
  Field<int> Whole(N);
  Field<double> Real(N);
  Extremes Found;
  int Bins[8] = {};
  auto Meet = [&] {
    Real.each(N, Half());
    Real.each(N, Half());
  };
#pragma omp parallel
  {
    Whole.fill(N);
    Real.fill(N);
    const int *Data = Whole.Values.data();
#pragma omp for hetero(1) part_copyin(Data [1:N]) reduction(both : Found) reduction(+ : Bins)
    for (int I = 0; I < N; ++I) {
      Found.Least = std::min(Found.Least, Data[I]);
      Found.Most = std::max(Found.Most, Data[I]);
      Bins[Data[I] % 8] += Data[I];
    }
    Meet();
  }
  double Sum = 0;
  for (double X : Real.Values)
    Sum += X;
  std::printf("%d %d %.2f\n", Found.Least, Found.Most, Sum);
  for (int Bin : Bins)
    std::printf("%d\n", Bin);
}
