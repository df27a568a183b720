// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions write through an object's pointers, and follow its pointers to other objects: a device has copies of all of
// these, which point to each other and to the device's arrays. A null pointer stays null. A linked list is not
// supported, and if an object's pointers lead to the object itself and the loop writes there, the cores run the loop.
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %hetccxx -O1 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found --implicit-check-not=": 'omp"
// RUN: %compare %t.serial %t
// CHECK: 7 of 8 loops split
// CHECK-NEXT: : 'omp parallel for' is not split: it calls 'walk', which does more with what 'l' leads to than to use members and to follow pointers in it
#include <cstdio>
#include <hetcc.h>
#include <vector>
struct Vec {
  double x, y;
};
inline double dot(const Vec &a, const Vec &b) { return a.x * b.x + a.y * b.y; }
struct Mesh {
  int n, *map;
  Vec *px;
  std::vector<double> w;
  const double *area(int i) const { return &w[i]; }
  int next(int i) const { return map[i]; }
};
class Hydro;
struct Force {
  Hydro *hydro;
  double gain;
  void calc(double *f, int first, int last) const;
};
class Hydro {
public:
  Mesh *mesh;
  Force *force;
  double scale = 2;
  Vec *pu;
  std::vector<double> zr;
  Hydro(Mesh *m, Force *f, int n) : mesh(m), force(f), pu(new Vec[n]), zr(n), y(n) {}
  void init(double vel, int first, int last) { // writes elements of pu
    const Vec *px = mesh->px;
    for (int p = first; p < last; ++p)
      if (dot(px[p], px[p]) > 1)
        pu[p].x = vel * px[p].x, pu[p].y = px[p].y;
      else
        pu[p] = Vec{0.5, 0};
  }
  void set(int i) {
    zr[i] = mesh->w[mesh->next(i)] * scale;
    y[i] += zr[i];
  }
  double get(int i) const { return y[i] + mesh->px[mesh->map[i]].x + *mesh->area(i); }
  void run() {
#pragma omp parallel for
    for (int c = 0; c < mesh->n / 10; c++)
      init(0.5, c * 10, c * 10 + 10);
  }
  void sets() {
#pragma omp parallel for
    for (int i = 0; i < mesh->n; i++)
      set(i);
  }
  double gets() {
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < mesh->n; i++)
      s += get(i);
    return s;
  }
  void forces(double *f) {
#pragma omp parallel for
    for (int c = 0; c < mesh->n / 10; c++)
      force->calc(f, c * 10, c * 10 + 10);
  }
  double maybe(Mesh *other, int n) {
    Mesh *kept = mesh;
    mesh = other;
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
      s += n > 5000 ? get(i) : y[i];
    mesh = kept;
    return s;
  }
  double sum() const {
    double s = 0;
    for (int i = 0; i < mesh->n; i++)
      s = s * 0.9 + pu[i].x + pu[i].y + zr[i] + y[i];
    return s;
  }

private:
  std::vector<double> y;
};
void Force::calc(double *f, int first, int last) const {
  for (int i = first; i < last; i++)
    f[i] = gain * hydro->zr[i] + hydro->mesh->px[hydro->mesh->next(i)].y * hydro->scale;
}
struct List {
  List *next;
  double *x;
  double walk(int i) const { return next ? next->walk(i) : x[i]; }
  double two(int i) const { return next->x[i] + next->next->x[i]; }
};
double lists(List *l, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += l->two(i);
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += l->walk(i);
  return s;
}
struct Self {
  double *x;
  double buf[64];
  int n;
  double &at(int i) { return x[i]; }
  void set(int i) { x[i] = i * 2; }
  double get(int i) const { return buf[i]; }
  void both(int i) { x[i] = i; }
};
double self(int n) {
  Self a;
  a.x = a.buf;
  a.n = 64;
  for (int i = 0; i < 64; i++)
    a.buf[i] = i % 3;
  double y[64] = {0};
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    y[i] = a.get(i);
    a.set(i);
    y[i] += a.get(i);
  }
  double s = 0;
  for (int i = 0; i < 64; i++)
    s = s * 0.9 + y[i] + a.buf[i];
  return s + n;
}
int main() {
  const int n = 900;
  std::vector<int> map(n);
  std::vector<Vec> px(n);
  for (int i = 0; i < n; i++)
    map[i] = (i * 7) % n, px[i] = {i % 5 * 0.5, i % 3 * 1.0};
  Mesh m{n, map.data(), px.data(), std::vector<double>(n, 1.5)};
  Force f{nullptr, 0.75};
  Hydro h(&m, &f, n);
  f.hydro = &h;
  h.run();
  printf("%.6f\n", h.sum());
  h.sets();
  printf("%.6f\n", h.sum());
  printf("%.6f\n", h.gets());
  std::vector<double> out(n);
  h.forces(out.data());
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.9 + out[i];
  printf("%.6f\n", s);
  printf("%.6f\n", h.maybe(nullptr, n));
  List c{nullptr, out.data()}, b{&c, out.data()}, a{&b, out.data()};
  printf("%.6f\n", lists(&a, n));
  printf("%.6f\n", self(n));
}
