// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared inner loops in C++: in templates, over containers, members and references; and loops that stay on one lane
// because C++ can hide what they do.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare --setting HETRT_EMULATED=lanes=7,seed=3 --devices 'emulated:2;cpu:1,emulated:1' --schedules static %t.serial %t
#include "Inputs/checksum.h"
#include <algorithm>
#include <vector>

template <typename T> void rowSums(int n, int m, const T *a, T *sum, T *most) {
#pragma omp parallel for hetero(1) part_copyin(a[1:n][0:m]) part_copyout(sum[1:n]) part_copyout(most[1:n])
  for (int i = 0; i < n; i++) {
    T total = 0, highest = a[i * m];
    for (auto j = 0; j < m; ++j) {
      total += a[i * m + j];
      highest = std::max(highest, a[i * m + j]);
    }
    sum[i] = total;
    most[i] = highest;
  }
}

struct Grid {
  int rows, columns;
  std::vector<int> cells, sums;
  int total = 0;

  Grid(int rows, int columns) : rows(rows), columns(columns), cells(rows * columns), sums(rows) {
    for (int k = 0; k < rows * columns; k++)
      cells[k] = k * 31 % 101;
  }
  void shift(int by) {
#pragma omp parallel for hetero(1) part_copy(cells[1:rows][0:columns]) part_copyout(sums[1:rows]) reduction(+ : total)
    for (int i = 0; i < rows; i++) {
      int sum = 0;
      for (int j = 0; j < columns; j++)
        cells[i * columns + j] += by;
      for (int j = 0; j < columns; j++)
        sum += cells[i * columns + columns - 1 - j];
      sums[i] = sum;
      total += sum;
    }
  }
};

struct Counter {
  int count = 0;
  int next() { return ++count; }
};

// hetcc does not see what a loop does to an object by a member function, a reference or a lambda: one lane runs it.
static void hidden(int n, int m, int *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m])
  for (int i = 0; i < n; i++) {
    Counter counter;
    int sum = 0;
    int &alias = sum;
    for (int j = 0; j < m; j++)
      x[i * m + j] += counter.next();
    for (int j = 0; j < m; j++)
      alias += x[i * m + j];
    for (int j = 0; j < m; j++)
      x[i * m + j] -= sum % 7;
  }
}

static void byLambda(int n, int m, int *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m])
  for (int i = 0; i < n; i++) {
    int last = 0;
    auto take = [&](int value) { return last = value - last; };
    for (int j = 0; j < m; j++)
      x[i * m + j] += take(x[i * m + j]);
  }
}

struct View {
  int *to;
  void put(int k, int value) const { to[k] = value; }
};
struct Look {
  const int &at;
  int now() const { return at; }
};

// Accesses through a view, or through a reference to the variable into which iterations combine.
static void byView(int n, int m, int *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n][0:m])
  for (int i = 0; i < n; i++) {
    int room[64] = {0}, sum = 0, total = 0;
    const View view{room};
    const int &soFar = sum;
    const Look look{total};
    for (int j = 0; j < m; j++)
      view.put(j, j + i);
    for (int j = 0; j < m; j++) {
      sum += x[i * m + j] % 3;
      x[i * m + j] += room[m - 1 - j] + soFar;
    }
    for (int j = 0; j < m; j++) {
      total += j;
      x[i * m + j] += look.now();
    }
  }
}

// A member has a different name in each instance of the template.
template <typename T> struct Rows {
  T *cells;
  int n, m;
  T by;
};

template <typename T> static void shiftRows(Rows<T> *rows) {
#pragma omp parallel for hetero(1) part_copy(rows->cells[1:rows->n][0:rows->m])
  for (int i = 0; i < rows->n; i++)
    for (int j = 0; j < rows->m; j++)
      rows->cells[i * rows->m + j] += rows->by + T(j);
}

int main(int argc, char **) {
  const int n = 40 + argc, m = 30 + argc;
  std::vector<int> whole(n * m), sums(n), most(n);
  std::vector<float> real(n * m), realSums(n), realMost(n);
  for (int k = 0; k < n * m; k++)
    whole[k] = k * 37 % 211 - 100, real[k] = float(k * 37 % 211 - 100) / 4;
  rowSums(n, m, whole.data(), sums.data(), most.data());
  rowSums(n, m, real.data(), realSums.data(), realMost.data());
  Grid grid(n, m);
  grid.shift(3);
  hidden(n, m, whole.data());
  byLambda(n, m, whole.data());
  byView(n, m, whole.data());
  Rows<int> rows{whole.data(), n, m, 3};
  Rows<float> realRows{real.data(), n, m, 0.5};
  shiftRows(&rows);
  shiftRows(&realRows);
  printf("%d\n", grid.total);
  printChecksum("cells", grid.cells.data(), grid.cells.size() * sizeof(int));
  printChecksum("grid sums", grid.sums.data(), grid.sums.size() * sizeof(int));
  printChecksum("sums", sums.data(), sums.size() * sizeof(int));
  printChecksum("most", most.data(), most.size() * sizeof(int));
  printChecksum("real", real.data(), real.size() * sizeof(float));
  printChecksum("real sums", realSums.data(), realSums.size() * sizeof(float));
  printChecksum("real most", realMost.data(), realMost.size() * sizeof(float));
  printChecksum("whole", whole.data(), whole.size() * sizeof(int));
  return 0;
}
