// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uses of objects behind pointers, and of `this`, that keep a loop on the cores, with the right result: virtual
// functions, functions that write members or return the object; arrays in the object that are written; another object
// in each iteration. Bit-fields, unions and private members are supported.
// RUN: %serialxx -std=c++17 -w -O1 %s -o %t.serial
// RUN: %hetccxx -std=c++17 -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found --implicit-check-not=": 'omp"
// RUN: %t.serial >%t.expected
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t | diff %t.expected -
// RUN: env HETRT_DEVICES=emulated:2 %t | diff %t.expected -
// CHECK: 9 of 27 loops split
// CHECK-NEXT: : 'omp parallel for' is not split: it calls the virtual function 'v'
// CHECK-NEXT: : 'omp parallel for' is not split: it calls the virtual function 'v', in 'inner'
// CHECK-NEXT: : 'omp parallel for' is not split: it calls 'count', which may write members of this object in 'count' ({{.*}})
// CHECK-NEXT: : 'omp parallel for' is not split: 'buf', which the loop writes, is a part of an object that it hands to a function
// CHECK-NEXT: : 'omp parallel for' is not split: 'arr', which the loop writes, is a part of an object that it hands to a function
// CHECK-NEXT: : 'omp parallel for' is not split: it calls 'self', which does more with this object than to use members and to follow pointers in it
// CHECK-NEXT: : 'omp parallel for' is not split: it calls a member function of this object
// CHECK-NEXT: : 'omp parallel for' is not split: it calls 'keep', which does more with this object than to use members and to follow pointers in it (handed-pointers-refused.cpp:108)
// CHECK-NEXT: : 'omp parallel for' is not split: 'total' is shared and written by the loop
// CHECK-NEXT: : 'omp parallel for' is not split:
// CHECK-NEXT: : 'omp parallel for' is not split: the elements of 'cells' hold pointers or own something
// CHECK-NEXT: : 'omp parallel for' is not split: the elements of 'cells' hold pointers or own something
// CHECK-NEXT: : 'omp parallel for' is not split: it calls 'f', which does more with what 'wr' leads to than to use members and to follow pointers in it
// CHECK-NEXT: : 'omp parallel for' is not split: it calls 'f', which may write members of what 'mut' leads to in 'f' ({{.*}})
// CHECK-NEXT: : 'omp parallel for' is not split: a device cannot have a copy of what 'virt' leads to
// CHECK-NEXT: : 'omp parallel for' is not split: it calls 'g', which does more with what 'der' leads to than to use members and to follow pointers in it
// CHECK-NEXT: : 'omp parallel for' is not split: an iteration may use the value that an earlier one has left in 'moved'
// CHECK-NEXT: : 'omp parallel for' is not split: the elements of 'cells' hold pointers or own something
#include <array>
#include <cstdio>
#include <hetcc.h>
#include <vector>
struct Base {
  virtual ~Base() {}
  virtual double v(int i) const { return i; }
};
struct Cell {
  double *x;
  int n;
  double f(int i) const { return x[i] + n; }
  double *data() { return x; }
};
struct Plain {
  int n;
  double d;
  double f(int i) const { return i * d + n; }
};
struct Node {
  Node *next;
  double *x;
  double f(int i) const { return next->x[i]; }
};
struct WithRef {
  double &r;
  double *x;
  double f(int i) const { return x[i] + r; }
};
struct Mut {
  mutable int calls;
  double *x;
  double f(int i) const {
    ++calls;
    return x[i];
  }
};
struct Bits {
  unsigned a : 3, b : 5;
  double *x;
  double f(int i) const { return x[i] + a * b; }
};
struct Uni {
  union {
    double *x;
    long l;
  };
  int n;
  double f(int i) const { return x[i] + n; }
};
struct Virt : virtual Plain {
  double *x;
  double f2(int i) const { return x[i] + n; }
};
template <typename T> struct Crtp {
  double g(int i) const { return static_cast<const T *>(this)->h(i); }
};
struct Der : Crtp<Der> {
  double *x;
  double h(int i) const { return x[i]; }
};
class S : public Base {
public:
  explicit S(int n) : n(n), y(n), x(new double[n]) {
    for (int i = 0; i < n; i++)
      x[i] = i % 7, buf[i % 100] = i;
  }
  double at(int i) const { return x[i]; }
  double v(int i) const override { return x[i] * 2; }
  double inner(int i) const { return v(i); }
  void set(int i) { x[i] += 1; }
  void count(int i) {
    if (i == 3)
      total += 1;
  }
  double buffer(int i) const { return buf[i % 100]; }
  S &self() { return *this; }
  double &member() { return total; }
  const S *keep() const { return this; }
  double priv(int i) const { return secret(i); }
  void a() {
#pragma omp parallel for // virtual
    for (int i = 0; i < n; i++)
      y[i] = v(i);
  }
  void b() {
#pragma omp parallel for // virtual inside
    for (int i = 0; i < n; i++)
      y[i] += inner(i);
  }
  void c() {
#pragma omp parallel for // callee writes elements
    for (int i = 0; i < n; i++)
      set(i);
  }
  void d() {
#pragma omp parallel for // callee writes a member
    for (int i = 0; i < n; i++)
      count(i);
  }
  void e() {
#pragma omp parallel for // array in the object, written
    for (int i = 0; i < 100; i++) {
      buf[i] = buf[i] + 1;
      y[i] += buffer(i);
    }
  }
  void e2() {
#pragma omp parallel for // std::array in the object, written
    for (int i = 0; i < 100; i++) {
      arr[i] = i;
      y[i] += arrayed(i);
    }
  }
  double arrayed(int i) const { return arr[i]; }
  void f() {
#pragma omp parallel for // returns itself
    for (int i = 0; i < n; i++)
      y[i] += self().at(i);
  }
  void g() {
#pragma omp parallel for num_threads(1) // returns a member by reference, written
    for (int i = 0; i < n; i++)
      member() += y[i];
  }
  void h() {
#pragma omp parallel for // keeps
    for (int i = 0; i < n; i++)
      kept[i % 8] = keep();
  }
  void k() {
#pragma omp parallel for // member written by the body
    for (int i = 0; i < n; i++)
      if (i == 5) {
        total = 7;
        y[i] += at(i);
      }
  }
  void l() {
#pragma omp parallel for // *this captured by copy
    for (int i = 0; i < n; i++) {
      auto f = [*this](int k) { return at(k); };
      y[i] += f(i);
    }
  }
  void p() {
#pragma omp parallel for // private
    for (int i = 0; i < n; i++)
      y[i] += priv(i);
  }
  S(const S &o) : Base(), n(o.n), y(o.y), x(o.x) {}
  double sum() {
    double s = total;
    for (int i = 0; i < n; i++)
      s = s * 0.99 + y[i] + x[i];
    return s;
  }
  int n;
  std::vector<double> y;
  double buf[100];
  std::array<double, 100> arr;

private:
  double secret(int i) const { return x[i] * 3; }
  double total = 0;
  double *x;
  const S *kept[8];
};
double use(Cell *cells, Node *node, WithRef *wr, Mut *mut, Bits *bits, Uni *uni, Virt *virt, Der *der, Plain *plain,
           int n, double *y) {
#pragma omp parallel for // varies
  for (int i = 0; i < n; i++)
    y[i] += cells[i % 4].f(i);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    Cell *c = cells + i % 4;
    y[i] += c->f(i);
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += node->f(i);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += wr->f(i);
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; i++)
    y[i] += mut->f(i);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += bits->f(i);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += uni->f(i);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += virt->f2(i);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += der->g(i);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += plain->f(i);
#pragma omp parallel for // writes elements by what is returned
  for (int i = 0; i < n; i++)
    cells->data()[i] = y[i];
#pragma omp parallel for // writes a member of another name for the object: split, since it leads to no rows
  for (int i = 0; i < 4; i++) {
    if (i != 2)
      cells[i].n = i;
  }
  Cell *same = &cells[2];
#pragma omp parallel for // elements of the array the object is in
  for (int i = 0; i < 4; i++) {
    if (i != 2)
      cells[i].n = int(same->f(i));
  }
  Cell *moved = cells;
#pragma omp parallel for num_threads(1) firstprivate(moved)
  for (int i = 0; i < 4; i++) {
    y[i] += moved->f(i);
    moved++;
  }
#pragma omp parallel for
  for (Cell *c = cells; c < cells + 4; c++)
    y[c - cells] += c->f(0);
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.99 + y[i];
  return s + mut->calls + cells[1].n + cells[3].n;
}
int main() {
  const int n = 800;
  S s(n);
  s.a();
  printf("a %.6f\n", s.sum());
  s.b();
  printf("b %.6f\n", s.sum());
  s.c();
  printf("c %.6f\n", s.sum());
  s.d();
  printf("d %.6f\n", s.sum());
  s.e();
  printf("e %.6f\n", s.sum());
  s.e2();
  printf("e2 %.6f\n", s.sum());
  s.f();
  printf("f %.6f\n", s.sum());
  s.g();
  printf("g %.6f\n", s.sum());
  s.h();
  s.k();
  printf("k %.6f\n", s.sum());
  s.l();
  printf("l %.6f\n", s.sum());
  s.p();
  printf("p %.6f\n", s.sum());
  std::vector<double> x(n), y(n);
  for (int i = 0; i < n; i++)
    x[i] = i % 11, y[i] = i % 3;
  double r = 3;
  Cell cells[4];
  for (int i = 0; i < 4; i++)
    cells[i] = {x.data(), i};
  Node last{nullptr, x.data()}, node{&last, nullptr};
  WithRef wr{r, x.data()};
  Mut mut{0, x.data()};
  Bits bits{3, 9, x.data()};
  Uni uni;
  uni.x = x.data();
  uni.n = 4;
  Virt virt;
  virt.x = x.data();
  virt.n = 2;
  Der der;
  der.x = x.data();
  Plain plain{3, 0.25};
  printf("%.6f\n", use(cells, &node, &wr, &mut, &bits, &uni, &virt, &der, &plain, n, y.data()));
}
