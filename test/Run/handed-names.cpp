// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects behind pointers with all kinds of names: in namespaces, static, members of other objects, behind pointers to
// pointers, thread-local, in macros; `this` in templates, in classes with private bases, in a team, and together with
// another pointer that may lead to the same object.
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %hetccxx -O1 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found --implicit-check-not=": 'omp"
// RUN: %compare %t.serial %t
// CHECK: 11 of 12 loops split
// CHECK-NEXT: : 'omp parallel for' is not split: instances of the template need different code around the loop
#include <cstdio>
#include <hetcc.h>
#include <vector>
namespace space {
struct Cell {
  double *x;
  int n;
  double f(int i) const { return x[i] + n; }
};
Cell *cell;
static Cell *other;
} // namespace space
struct Holder {
  static space::Cell *instance;
  space::Cell *inside;
  space::Cell **twice;
};
space::Cell *Holder::instance;
template <typename T> class Buffer {
public:
  explicit Buffer(int n) : n(n), cells(n) {
    for (int i = 0; i < n; i++)
      cells[i] = T(i % 9);
  }
  T at(int i) const { return cells[i]; }
  T &operator()(int i) { return cells[i]; }
  double total() {
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += at(i) + this->at(n - 1 - i) + (*this)(i);
    return s;
  }
  template <typename U> double mixed(U by) {
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += at(i) * by + scaled(i);
    return s;
  }

private:
  double scaled(int i) const { return cells[i] * factor; }
  T factor = 3;
  int n;
  std::vector<T> cells;
};
template <typename B> double outside(B *b, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += b->at(i) + (*b)(n - 1 - i);
  return s;
}
class Data {
protected:
  int extra = 5;
  double fromBase(int i) const { return values[i * columns + 3] * extra; }

private:
  int rows, columns;
  double *values;

public:
  Data(int r, int c) : rows(r), columns(c), values(new double[r * c]) {
    for (int i = 0; i < r * c; i++)
      values[i] = i % 17;
  }
  double &operator()(int i, int j) { return values[i * columns + j]; }
  double get(int i, int j) const { return values[i * columns + j]; }
  int height() const { return rows; }
  int width() const { return columns; }
};
struct Tag {
  int tag = 9;
};
class Field : public Tag, public Data {
public:
  Field(int r, int c) : Data(r, c) {}
  void fill(double by) {
#pragma omp parallel for
    for (int i = 0; i < height(); i++)
      for (int j = 0; j < width(); j++)
        (*this)(i, j % 3) = get(i, j) * by + fromBase(i) + tag;
  }
  double total() const {
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < height(); i++)
      for (int j = 0; j < width(); j++)
        s += get(i, j) + Data::fromBase(i) + (*this).tag;
    return s;
  }
  void inTeam() {
#pragma omp parallel
    {
#pragma omp for
      for (int i = 0; i < height(); i++)
        for (int j = 0; j < width(); j++)
          (*this)(i, j) += fromBase(i) * 0;
    }
  }
  double maybe(Field *other, int n) {
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < height(); i++)
      s += get(i, 0) + (n > 100 ? other->get(i, 1) + (*other)(i, 0) : 0);
    return s;
  }
  void two(Field *p) { // p may be `this`
#pragma omp parallel for
    for (int i = 0; i < height(); i++)
      (*this)(i, 0) = p->get(i, 1) + get(i, 1);
  }
  void swap2(Field *p) {
#pragma omp parallel for
    for (int i = 0; i < height(); i++)
      (*p)(i, 0) = get(i, 0) + 1;
  }
};
#define AT(i) mesh->f(i)
double names(space::Cell *mesh, Holder *h, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += AT(i) + space::cell->f(i) + space::other->f(i) + Holder::instance->f(i) + h->inside->f(i) + (*h->twice)->f(i);
  return s;
}
double thread(space::Cell *mesh, int n) {
  double s = 0;
#pragma omp parallel reduction(+ : s)
  {
    space::Cell *mine = mesh;
#pragma omp for
    for (int i = 0; i < n; i++)
      s += mine->f(i);
  }
  return s;
}
double nowait(space::Cell *mesh, int n, double *y) {
#pragma omp target teams distribute parallel for nowait
  for (int i = 0; i < n; i++)
    y[i] = mesh->f(i);
#pragma omp taskwait
  return y[n - 1];
}
int main() {
  const int n = 600;
  Buffer<int> a(n);
  Buffer<double> b(n);
  Buffer<char> c(n);
  printf("%.6f %.6f %.6f\n", a.total(), b.total(), c.total());
  printf("%.6f %.6f %.6f\n", a.mixed(2), b.mixed(0.5f), c.mixed(3L));
  printf("%.6f %.6f %.6f\n", outside(&a, n), outside(&b, n), outside(&c, n));
  Field f(n, 4), g(n, 4);
  f.fill(0.5);
  printf("%.6f\n", f.total());
  f.inTeam();
  printf("%.6f\n", f.total());
  printf("%.6f\n", f.maybe(nullptr, 3));
  printf("%.6f\n", f.maybe(&g, 300));
  f.two(&f);
  printf("%.6f\n", f.total());
  f.two(&g);
  printf("%.6f\n", f.total());
  f.swap2(&f);
  printf("%.6f\n", f.total());
  f.swap2(&g);
  printf("%.6f %.6f\n", f.total(), g.total());
  std::vector<double> x(n), y(n);
  for (int i = 0; i < n; i++)
    x[i] = i % 5;
  space::Cell cell{x.data(), 3};
  space::cell = &cell;
  space::other = &cell;
  Holder::instance = &cell;
  space::Cell *p = &cell;
  Holder h{&cell, &p};
  printf("%.6f\n", names(&cell, &h, n));
  printf("%.6f\n", thread(&cell, n));
  printf("%.6f\n", nowait(&cell, n, y.data()));
}
