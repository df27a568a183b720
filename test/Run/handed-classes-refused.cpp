// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Member functions keep the loop on the host, with the right result, if they do more than access elements: change or
// allocate the object, are virtual, use other variables, or return references to the object's members.
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all %s -o %t
// RUN: HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static OMP_NUM_THREADS=1 %t >%t.out && %t.serial | diff - %t.out
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-explain -fsyntax-only %s 2>&1 | FileCheck %s
#include <cstdio>
#include <vector>

static std::vector<double> Shared(64);

class Odd {
public:
  explicit Odd(int N) : Values(N, 1.0) {}
  virtual ~Odd() {}
  double grown(int I) {
    if (Values.size() <= size_t(I))
      Values.resize(I + 1);
    return Values[I];
  }
  double counted(int I) { return Values[I] + ++Calls; }
  double *fresh(int I) { return new double(Values[I]); }
  virtual double later(int I) { return Values[I]; }
  double elsewhere(int I) const { return Values[I] + Shared[I % 64]; }
  struct Proxy {
    std::vector<double> *To;
    int At;
    void operator=(double V) const { (*To)[At] = V; }
  };
  Proxy operator[](int I) { return {&Values, I}; }
  int &calls() { return Calls; }
  std::vector<double> &values() { return Values; }
  double kept(int I) {
    Last = &Values[I];
    return *Last;
  }

private:
  std::vector<double> Values;
  double *Last = nullptr;
  int Calls = 0;
};

int main() {
  const int N = 200;
  Odd O(N);
  std::vector<double> Y(N);
// CHECK: [[@LINE+1]]:9: remark: 'omp parallel for' is not split:
#pragma omp parallel for num_threads(1)
  for (int I = 0; I < N; I++)
    Y[I] += O.grown(2 * I);
// CHECK: [[@LINE+1]]:9: remark: 'omp parallel for' is not split:
#pragma omp parallel for num_threads(1)
  for (int I = 0; I < N; I++)
    Y[I] += O.counted(I);
// CHECK: [[@LINE+1]]:9: remark: 'omp parallel for' is not split:
#pragma omp parallel for
  for (int I = 0; I < N; I++) {
    double *P = O.fresh(I);
    Y[I] += *P;
    delete P;
  }
// CHECK: [[@LINE+1]]:9: remark: 'omp parallel for' is not split:
#pragma omp parallel for
  for (int I = 0; I < N; I++)
    Y[I] += O.later(I);
// CHECK: [[@LINE+1]]:9: remark: 'omp parallel for' is not split:
#pragma omp parallel for
  for (int I = 0; I < N; I++)
    Y[I] += O.elsewhere(I);
// CHECK: [[@LINE+1]]:9: remark: 'omp parallel for' is not split:
#pragma omp parallel for
  for (int I = 0; I < N; I++)
    O[I] = Y[I];
// CHECK: [[@LINE+1]]:9: remark: 'omp parallel for' is not split:
#pragma omp parallel for num_threads(1)
  for (int I = 0; I < N; I++)
    Y[I] += O.kept(I);
// CHECK: [[@LINE+1]]:9: remark: 'omp parallel for' is not split:
#pragma omp parallel for num_threads(1)
  for (int I = 0; I < N; I++)
    O.calls() = I;
// CHECK: [[@LINE+1]]:9: remark: 'omp parallel for' is not split:
#pragma omp parallel for num_threads(1)
  for (int I = 0; I < N; I++)
    O.values().pop_back();
  double Sum = 0;
  for (int I = 0; I < N; I++)
    Sum += I % 13 * Y[I] + O.later(I) * (I % 5);
  std::printf("%.17g %d %zu\n", Sum, O.calls(), O.values().size());
}
