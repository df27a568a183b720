// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over objects with pointers stay on the cores, with a reason, if they change the pointers, use an object as a
// whole or pass it on. Rows that overlap, are shared by two members, or lie in the objects: results are right on all
// devices, though cores may run the pass.
// RUN: %hetccxx -fopenmp --hetcc-auto=all --hetcc-summary -std=c++17 -O2 %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -std=c++17 -O2 %s -o %t.serial
// RUN: %compare --devices "cpu:2;cpu:1,emulated:1;emulated:2" --schedules static %t.serial %t
#include <cstdio>
#include <utility>
#include <vector>

struct Particle {
  std::vector<double> X, V;
  int Steps = 0;
};
struct Pair {
  double *A, *B;
  double Own[4];
  double Sum;
};
union Either {
  double *At;
  long Number;
};
struct Tagged {
  Either What;
  double *Data;
};

// CHECK: 6 of 13 loops split
static void changed(std::vector<Particle> &All, std::vector<Pair> &Pairs, std::vector<Tagged> &Tags) {
  const int N = int(All.size());
// CHECK: [[@LINE+1]]: 'omp parallel for' is not split: {{.*}}
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    All[I].X.push_back(I);
    All[I].X[0] += 1;
  }
// CHECK: [[@LINE+1]]: 'omp parallel for' is not split: {{.*}}
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    std::swap(All[I].X, All[I].V);
    All[I].X[0] += 1;
  }
// CHECK: [[@LINE+1]]: 'omp parallel for' is not split: {{.*}}
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    double *Old = Pairs[I].A;
    Pairs[I].A = Pairs[I].B;
    Pairs[I].B = Old;
    Pairs[I].A[0] += 1;
  }
// CHECK: [[@LINE+1]]: 'omp parallel for' is not split: {{.*}}
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    Pair P = Pairs[I];
    P.A[0] += 2;
    Pairs[I].Sum += P.Sum;
  }
// CHECK: [[@LINE+1]]: 'omp parallel for' is not split: {{.*}}
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    Tags[I].What.At[0] += 1;
    Tags[I].What.Number += 8;
  }
// CHECK: [[@LINE+1]]: 'omp parallel for' is not split: {{.*}}
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    auto &P = Pairs[I];
    double **To = &P.A;
    (*To)[1] += P.B[0];
  }
// CHECK: [[@LINE+1]]: 'omp parallel for' is not split: {{.*}}
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
    if (Pairs[I].A != Pairs[I].B)
      Pairs[I].A[2] += 1;
}

static void add(Pair *Of, int N, int M) {
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
    for (int K = 0; K < M; ++K)
      Of[I].A[K] = Of[I].B[K] + 1;
}
static void ahead(Pair *Of, int N) {
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
    Of[I].A[0] += Of[I].B[1] + Of[I].Sum;
}
static void sums(Pair *Of, int N) {
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
    Of[I].Sum = Of[I].A[0] + Of[I].B[1];
}
/// The pointer may be null where the condition is false.
static void some(Pair *Of, int N) {
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
    if (Of[I].Sum > 3)
      Of[I].A[0] += Of[I].B[1];
}
static void empty(std::vector<Particle> &All) {
#pragma omp parallel for
  for (int I = 0; I < int(All.size()); ++I)
    if (!All[I].X.empty())
      All[I].X[All[I].X.size() - 1] += I;
}
static void scatter(Pair *Of, const int *Where, int N) {
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
    Of[Where[I]].A[0] += 1;
}

static double total(const std::vector<double> &Memory, const std::vector<Pair> &Pairs,
                    const std::vector<Particle> &All) {
  double Sum = 0;
  for (std::size_t I = 0; I < Memory.size(); ++I)
    Sum += Memory[I] * double(I % 17);
  for (const Pair &P : Pairs)
    Sum += P.Sum + P.Own[0] * 3 + P.Own[1];
  for (const Particle &P : All)
    for (double X : P.X)
      Sum += X;
  return Sum;
}

int main() {
  constexpr int N = 12;
  std::vector<Particle> All(N);
  std::vector<Pair> Pairs(N);
  std::vector<Tagged> Tags(N);
  std::vector<double> Memory(20 * N, 1);
  std::vector<int> Where(N);
  for (int I = 0; I < N; ++I) {
    All[I].X.assign(I % 3 + 1, I);
    All[I].V.assign(I % 3 + 1, 2 * I);
    Pairs[I] = {&Memory[4 * I], &Memory[(N + I) * 4], {1, 2, 3, 4}, double(I)};
    Tags[I].What.At = &Memory[(2 * N + I) * 4];
    Tags[I].Data = &Memory[(3 * N + I) * 4];
    Where[I] = (I * 5) % N;
  }
  changed(All, Pairs, Tags);
  for (int Pass = 0; Pass < 6; ++Pass) {
    for (int I = 0; I < N; ++I) {
      Pairs[I].A = &Memory[4 * I];
      Pairs[I].B = Pass == 0   ? &Memory[(N + I) * 4]
                   : Pass == 1 ? &Memory[4 * I]             // the same row as A
                   : Pass == 2 ? &Memory[4 * ((I + 1) % N)] // the row of the next object, which is only read
                   : Pass == 3 ? Pairs[I].Own               // inside of the object itself
                   : Pass == 4 ? &Memory[4 * I + 1]         // overlaps a part of A
                               : &Memory[(N + 1) * 4];      // one row for all objects
    }
    if (Pass == 0 || Pass == 1 || Pass >= 3)
      ahead(Pairs.data(), N);
    if (Pass < 2 || Pass == 3 || Pass == 5)
      add(Pairs.data(), N, 4);
    sums(Pairs.data(), N);
    scatter(Pairs.data(), Where.data(), N);
    for (int I = 0; I < N; I += 2)
      if (Pairs[I].Sum <= 3)
        Pairs[I].A = Pairs[I].B = nullptr;
    some(Pairs.data(), N);
    All[Pass].X.clear();
    empty(All);
    std::printf("%d %.6f\n", Pass, total(Memory, Pairs, All));
  }
}
