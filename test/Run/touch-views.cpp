// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ways in which a body accesses an array without naming it: views, references, lambdas, parts of arrays. Each loop is
// right on each mix of devices, whether the translator allows devices or keeps it on the host.
// RUN: %serialxx %s -o %t.serial
// RUN: %hetccxx -w %s -o %t 2>/dev/null
// RUN: %compare --host-only %t.serial %t
#include <hetcc.h>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <utility>

struct View {
  double *data;
  explicit View(double *first) : data(first) {}
  void set(int i, double value) const { data[i] = value; }
};
struct Reference {
  double &element;
  Reference(double &e) : element(e) {}
};
struct Aggregate {
  double &element;
  const double *from;
};
struct Coefficients {
  double value[4];
};

static double tripled(const Coefficients &c, int i) { return 3 * c.value[i % 4]; }
static double &chosen(double &a, double &b, bool first) { return first ? a : b; }

enum { N = 503 };
static double x[N], y[N], rows[N][6];
static std::pair<int, double> pairs[N];
static const char *words[] = {"one", "three", "five"};

static void start() {
  for (int i = 0; i < N; i++) {
    x[i] = i % 13 - 6, y[i] = i % 7, pairs[i] = {i, -i};
    for (int j = 0; j < 6; j++)
      rows[i][j] = i - j;
  }
}

static void finish(const char *what) {
  double sum = 0;
  for (int i = 0; i < N; i++) {
    sum = sum * 0.875 + x[i] + 2 * y[i] + pairs[i].first + 3 * pairs[i].second;
    for (int j = 0; j < 6; j++)
      sum += (j + 1) * rows[i][j];
  }
  std::printf("%s %.17g\n", what, sum);
  start();
}

int main() {
  double *in = x, *out = y;
  Coefficients c = {{1, 2, 4, 8}};
  start();

#pragma omp parallel for HETCC(hetero(1) part_copyin(in[1:N]) part_copyin(out[1:N]))
  for (int i = 0; i < N; i++) {
    View view(out);
    view.set(i, in[i]);
  }
  finish("a view");

#pragma omp parallel for HETCC(hetero(1) part_copyin(in[1:N]) part_copyin(out[1:N]))
  for (int i = 0; i < N; i++) {
    auto set = [p = out](int k, double value) { p[k] = value; };
    set(i, in[i] + 1);
  }
  finish("a capture with an initialiser");

#pragma omp parallel for HETCC(hetero(1) part_copyin(in[1:N]) part_copyin(out[1:N]))
  for (int i = 0; i < N; i++) {
    double *const &alias = out;
    alias[i] = in[i] + 2;
  }
  finish("a reference to the pointer");

#pragma omp parallel for HETCC(hetero(1) part_copyin(in[1:N]) part_copy(out[1:N]))
  for (int i = 0; i < N; i++) {
    Reference r(out[i]);
    r.element += in[i];
    Aggregate a = {out[i], in + i};
    a.element *= *a.from;
  }
  finish("members that are references");

#pragma omp parallel for HETCC(hetero(1) part_copyin(in[1:N]) part_copy(out[1:N]))
  for (int i = 0; i < N; i++) {
    double &own = out[i];
    double *here = &own;
    here[0] += in[i];
  }
  finish("the address of a reference");

#pragma omp parallel for HETCC(hetero(1) part_copyin(in[1:N]) part_copyout(out[1:N]))
  for (int i = 0; i < N; i++)
    out[i] = tripled(c, i) + c.value[i % 4] + in[i];
  finish("a shared structure by constant reference");

#pragma omp parallel for HETCC(hetero(1) part_copyin(in[1:N]) part_copyout(out[1:N]))
  for (int i = 0; i < N; i++) {
    double *part = c.value; // a pointer to non-const shared data: stays on the host
    out[i] = part[i & 3] + in[i];
  }
  finish("a pointer to part of a shared structure");

#pragma omp parallel for HETCC(hetero(1) part_copy(rows[1:N][0:6]))
  for (int i = 0; i < N; i++) {
    double(&row)[6] = rows[i];
    double sum = 0;
    for (double value : row)
      sum += value;
    for (double &value : row)
      value = sum - value;
  }
  finish("a range over a row");

#pragma omp parallel for HETCC(hetero(1) part_copyin(in[1:N]) part_copyout(out[1:N]))
  for (int i = 0; i < N; i++) {
    double some[4] = {in[i], 1, 2, 3}, sum = 0;
    for (double &value : some)
      value *= 2;
    for (double value : {some[0], some[3], 5.0})
      sum += value;
    out[i] = sum;
  }
  finish("ranges over what is local");

#pragma omp parallel for HETCC(hetero(1) part_copy(pairs[1:N]))
  for (int i = 0; i < N; i++) {
    auto &[first, second] = pairs[i];
    second += first;
    auto copy = pairs[i];
    pairs[i] = {copy.first + 1, copy.second * 2};
  }
  finish("structured bindings");

#pragma omp parallel for HETCC(hetero(1) part_copyin(in[1:N]) part_copy(out[1:N]))
  for (int i = 0; i < N; i++) {
    auto twice = [](auto value) { return value + value; };
    auto add = [&](auto &to, auto value) { to += value + in[i]; };
    double copy = in[i];
    add(out[i], twice(i));
    add(out[i], twice(0.5));
    chosen(out[i], copy, true) += 1;
  }
  finish("generic lambdas");

#pragma omp parallel for HETCC(hetero(1) part_copyin(in[1:N]) part_copy(out[1:N]))
  for (int i = 0; i < N; i++) {
    *(in[i] > 0 ? &out[i] : out + i) = in[i];
    *({ out + i; }) += 1;
    double value = 4;
    std::memcpy(&out[i], i % 3 ? &value : &in[i], sizeof value);
  }
  finish("computed addresses");

#pragma omp parallel for HETCC(hetero(1) part_copyin(words[1:3]) part_copy(out[1:3]))
  for (int i = 0; i < 3; i++)
    out[i] += words[i][1];
  finish("elements that are pointers");

#pragma omp parallel for HETCC(hetero(1) part_copyout(rows[1:N][0:6]))
  for (int i = 0; i < N; i++) {
    int j, *counter = &j;
    for (j = 0; j < 6; j++) {
      rows[i][j] = 9;
      (*counter)++;
    }
  }
  finish("a counter with another name");
  return 0;
}
