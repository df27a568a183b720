// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Faults in C++ programs: members of the object, containers, bits of a vector<bool>, iterators, references, functors.
// RUN: %hetcc --hetcc-check -w -O2 -c %S/Inputs/planted-elsewhere.c -o %t.o
// RUN: %hetccxx --hetcc-check -w -fopenmp -O2 %s %t.o -o %t
// RUN: %planted %s %t

#include "Inputs/planted-elsewhere.h"
#include "Inputs/planted.h"
#include <vector>

PLANT(halo_of_a_vector) {
  const int n = 50, right = slip(2, 1);
  std::vector<double> u(n), v(n);
#pragma omp parallel for hetero(1) part_copyin(u[1:n:1]) part_copyout(v[1:n])
  for (int i = 1; i < n - 2; i++)
    v[i] = u[i - 1] + u[i + right]; //! window u s == i + 2
}

PLANT(bits_of_a_vector) {
  const int n = 64;
  std::vector<bool> set(n);
  std::vector<char> bytes(n);
  const bool packed = slip(1, 0);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) //! race - i != j
    if (packed)
      set[i] = i % 2;
    else
      bytes[i] = i % 2;
}

class Histogram {
public:
  explicit Histogram(int Bins) : Count(Bins) {}
  void add(const std::vector<int> &X) {
    const int N = int(X.size());
#pragma omp parallel for hetero(N > 10)
    for (int I = 0; I < N; I++)
      Count[X[I]]++; //! race Count s == 3 and {i, j} <= {3, 43}
  }
  void fill(int N, double By) {
#pragma omp parallel for hetero(1)
    for (int I = 0; I < N; I++)
      Total += By; //! race - i != j
  }
  std::vector<int> Count;
  double Total = 0;
};

PLANT(histogram_of_an_object) {
  std::vector<int> x(60);
  for (int i = 0; i < 60; i++)
    x[i] = i;
  if (isWrong)
    x[43] = 3;
  Histogram(60).add(x);
}

PLANT(member_that_all_add_to) {
  Histogram h(5);
  h.fill(slip(20, 1), 2);
}

template <typename T> static void scan(std::vector<T> &A, int Lag) {
  const int N = int(A.size());
#pragma omp parallel for hetero(1) map(tofrom : A[0:N])
  for (int I = Lag; I < N; I++)
    A[I] += A[I - Lag]; //! race A abs(i - j) in (1, 2)
}

PLANT(template_in_two_instances) {
  std::vector<double> a(40);
  std::vector<float> b(40);
  scan(a, slip(1, 0));
  scan(b, slip(2, 0));
}

PLANT(iterators_that_look_ahead) {
  std::vector<double> a(40), b(41);
  double *next = isWrong ? a.data() + 1 : b.data();
#pragma omp parallel for hetero(1)
  for (auto at = a.begin(); at < a.end() - 1; ++at)
    *at = next[at - a.begin()]; //! race next True
}

PLANT(range_with_a_reference) {
  std::vector<double> a(40), b(40);
  double sum = 0;
  const bool adds = slip(1, 0);
#pragma omp parallel for schedule(dynamic) hetero(1)
  for (auto &x : a) {
    x = 2;
    if (adds)
      sum += x; //! race - True
  }
  if (sum < 0)
    puts("");
}

PLANT(lambda_with_a_reference) {
  const int n = 40;
  std::vector<double> a(n);
  double last = 0;
  const bool keeps = slip(1, 0);
  auto set = [&](int i) {
    a[i] = i;
    if (keeps)
      last = i; //! race - i != j
  };
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    set(i);
  if (last < 0)
    puts("");
}

struct Cell {
  double Density, Energy;
  int Neighbour;
};

PLANT(flux_to_the_neighbour) {
  const int n = 40;
  std::vector<Cell> cell(n);
  for (int i = 0; i < n; i++)
    cell[i].Neighbour = isWrong ? (i + 1) % n : i;
#pragma omp parallel for hetero(1) map(tofrom : cell[0:n])
  for (int i = 0; i < n; i++) {
    cell[i].Energy -= 0.5;
    cell[cell[i].Neighbour].Energy += 0.5; //! race cell (i - j) % 40 in (1, 39)
  }
}

PLANT(vectors_that_grow_in_each_iteration) {
  const int n = 30;
  std::vector<double> y(n), common;
  const bool shares = slip(1, 0);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) {
    std::vector<double> own;
    std::vector<double> &list = shares ? common : own;
    for (int k = 0; k < 9; k++)
      list.push_back(k); //! race - i != j
    y[i] = list[i % 9];
  }
}

struct Base {
  virtual ~Base() {}
  virtual double at(int I) = 0;
};
struct Cached : Base {
  bool Caches;
  int Hits = 0;
  explicit Cached(bool Caches) : Caches(Caches) {}
  double at(int I) override {
    if (Caches)
      Hits++; //! race - i != j
    return I;
  }
};

PLANT(virtual_function_with_a_counter) {
  Cached c(slip(1, 0));
  Base *base = &c;
  std::vector<double> y(30);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < 30; i++)
    y[i] = base->at(i);
}
