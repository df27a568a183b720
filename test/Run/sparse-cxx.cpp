// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Segments and indices in C++: containers, members of structs and of `this`, and instances of a template with integer
// types of different widths and signs.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare --schedules static,adaptive,guided %t.serial %t

#include "Inputs/checksum.h"
#include <cstdint>
#include <hetcc.h>
#include <vector>

template <typename Begin, typename Index> struct Matrix {
  std::vector<Begin> begin;
  std::vector<Index> column;
  std::vector<float> value;

  Matrix(int rows, int columns) {
    for (int i = 0; i <= rows; ++i) {
      begin.push_back(Begin(column.size()));
      for (int j = 0; i < rows && j < i % 4; ++j) {
        column.push_back(Index((i * 29 + j * 53) % columns));
        value.push_back(float(i % 9 - j));
      }
    }
  }
};

template <typename Begin, typename Index>
void multiply(const Matrix<Begin, Index> &a, const std::vector<float> &x, std::vector<float> &y) {
  const int n = int(y.size()), count = int(a.column.size()), columns = int(x.size());
  const std::vector<Begin> &begin = a.begin;
  const std::vector<Index> &column = a.column;
  const std::vector<float> &value = a.value;
#pragma omp parallel for HETCC(hetero(1) map(to, segmented : column[0:count, begin, i], value[0:count, begin, i])      \
                                   map(to, indexed : x[0:columns, column, i]) map(from : y[0:n, i]))
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (Begin k = begin[i]; k < begin[i + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

struct Rows {
  int n;
  const int *begin;
  long *value;
};

static long scale(const Rows *rows) {
  long sum = 0;
#pragma omp parallel for HETCC(hetero(1) map(tofrom, segmented : rows->value[0 : rows->begin[rows->n], rows->begin, i]))  \
    reduction(+ : sum)
  for (int i = 0; i < rows->n; i++)
    for (int k = rows->begin[i]; k < rows->begin[i + 1]; k++)
      sum += rows->value[k] *= i;
  return sum;
}

class Graph {
public:
  Graph(int n, const unsigned *next, const double *weight) : n(n), next(next), weight(weight) {}
  double gather(double *out) const {
    double total = 0;
#pragma omp parallel for HETCC(hetero(1) map(to, indexed : weight[0:n, next, i]) map(from : out[0:n, i]))               \
    reduction(+ : total)
    for (int i = 0; i < n; i++) {
      out[i] = weight[next[i]];
      total += out[i];
    }
    return total;
  }

private:
  int n;
  const unsigned *next;
  const double *weight;
};

template <typename Begin, typename Index> void product(const char *name) {
  const int rows = 150, columns = 120;
  Matrix<Begin, Index> a(rows, columns);
  std::vector<float> x(columns), y(rows, -1);
  for (int i = 0; i < columns; ++i)
    x[i] = float(i % 23);
  multiply(a, x, y);
  printChecksum(name, y.data(), y.size() * sizeof y[0]);
}

int main() {
  product<int, int>("int");
  product<std::uint8_t, signed char>("narrow");
  product<std::uint64_t, short>("wide");
  product<short, unsigned long long>("mixed");

  std::vector<int> begin;
  std::vector<long> value;
  for (int i = 0; i <= 200; i++) {
    begin.push_back(int(value.size()));
    for (int j = 0; i < 200 && j < i % 3; j++)
      value.push_back(i * 5 + j);
  }
  const Rows rows = {200, begin.data(), value.data()};
  long sum = scale(&rows);
  printChecksum("sum", &sum, sizeof sum);
  printChecksum("value", value.data(), value.size() * sizeof value[0]);

  std::vector<unsigned> next;
  std::vector<double> weight, out(300);
  for (unsigned i = 0; i < 300; i++) {
    next.push_back(i * 17 % 300);
    weight.push_back(i % 31);
  }
  double total = Graph(300, next.data(), weight.data()).gather(out.data());
  printChecksum("total", &total, sizeof total);
  printChecksum("out", out.data(), out.size() * sizeof out[0]);
}
