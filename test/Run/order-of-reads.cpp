// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that read the same elements of a field in other orders have the same window, with the halo before. Conditions
// that contradict each other, as for the field of which some elements are read by chance, are no way to a window.
// RUN: %hetcc++ -O1 -fopenmp --hetcc-auto=all --hetcc-explain %s -o %t 2>%t.remarks
// RUN: FileCheck %s --input-file %t.remarks
// RUN: FileCheck %s --input-file %t.remarks --check-prefix NEVER
// RUN: g++ -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// NEVER-NOT: -(long long){{[a-z.]*}}sizeX >= 1
#include <cstddef>
#include <cstdio>
#include <vector>

struct Field {
  size_t sizeX;
  double *data;
  double &operator()(size_t i, size_t j) const { return data[i + j * sizeX]; }
};

enum { Halo = 2, Width = 60, Height = 50 };

#define EACH for (int j = y0 + 1; j < y1 + 3; j++) for (int i = x0 + 1; i < x1 + 3; i++)

static void forwards(int x0, int x1, int y0, int y1, Field &p, Field &v) {
  // CHECK: order-of-reads.cpp:[[@LINE+1]]:{{.*}}found for this loop: {{.*}}map(to: p.data[1|0:y1 + 3|0, j, p.sizeX][x0:x1 - x0 + 3])
#pragma omp parallel for collapse(2)
  EACH v(i, j) = p(i, j) - p(i - 1, j) * 2 + p(i, j - 1) * 3 - p(i - 1, j - 1) * 5;
}

static void backwards(int x0, int x1, int y0, int y1, Field &p, Field &v) {
  // CHECK: order-of-reads.cpp:[[@LINE+1]]:{{.*}}found for this loop: {{.*}}map(to: p.data[1|0:y1 + 3|0, j, p.sizeX][x0:x1 - x0 + 3])
#pragma omp parallel for collapse(2)
  EACH v(i, j) = p(i - 1, j - 1) * 2 + p(i, j - 1) - p(i - 1, j) * 3 + p(i, j) * 7;
}

static void diagonal(int x0, int x1, int y0, int y1, Field &p, Field &v) {
  // CHECK: order-of-reads.cpp:[[@LINE+1]]:{{.*}}found for this loop: {{.*}}map(to: p.data[1|0:y1 + 3|0, j, p.sizeX][x0:x1 - x0 + 3])
#pragma omp parallel for collapse(2)
  EACH v(i, j) = p(i - 1, j - 1) * 2 + p(i, j);
}

// The last column of the last row is read by no iteration, so the array may end before it.
static void crossed(int x0, int x1, int y0, int y1, Field &p, Field &v) {
#pragma omp parallel for collapse(2)
  EACH v(i, j) = p(i, j - 1) * 2 + p(i - 1, j) * 3;
}

static void star(int x0, int x1, int y0, int y1, Field &p, Field &v) {
#pragma omp parallel for collapse(2)
  EACH v(i, j) = p(i, j) * 4 - p(i - 1, j) - p(i + 1, j) - p(i, j - 1) - p(i, j + 1);
}

static void sometimes(int x0, int x1, int y0, int y1, Field &p, Field &q, Field &v) {
#pragma omp parallel for collapse(2)
  EACH v(i, j) = p(i - 1, j - 1) + (q(i, j) > 5 ? p(i, j) : 1);
}

int main() {
  const size_t X = Width + 2 * Halo, Y = Height + 2 * Halo;
  std::vector<double> P(X * Y), Q(X * Y), V(X * Y);
  Field p{X, P.data()}, q{X, Q.data()}, v{X, V.data()};
  for (size_t k = 0; k < X * Y; k++)
    P[k] = k * k % 17, Q[k] = k % 11;
  const int Areas[][4] = {{0, Width, 0, Height}, {5, 2, 0, Height}, {0, Width, 7, 3}, {3, Width - 3, 2, Height - 5}};
  for (auto &[x0, x1, y0, y1] : Areas)
    for (int Which = 0; Which < 6; ++Which) {
      switch (Which) {
      case 0: forwards(x0, x1, y0, y1, p, v); break;
      case 1: backwards(x0, x1, y0, y1, p, v); break;
      case 2: diagonal(x0, x1, y0, y1, p, v); break;
      case 3: crossed(x0, x1, y0, y1, p, v); break;
      case 4: star(x0, x1, y0, y1, p, v); break;
      default: sometimes(x0, x1, y0, y1, p, q, v);
      }
      double Sum = 0;
      for (size_t k = 0; k < X * Y; k++)
        Sum += V[k] * (k % 101);
      printf("%d %.17g\n", Which, Sum);
    }
}
