// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hetcc finds windows for what members of `this` lead to: arrays and numbers behind pointers to other objects, in
// objects that are members, and in base classes.
// RUN: %serialxx -O2 -fopenmp %s -o %t.serial && %hetccxx -O2 -fopenmp -Wall -Wextra -Werror --hetcc-auto=all --hetcc-summary %s -o %t 2>%t.found
// RUN: FileCheck %s --input-file=%t.found --implicit-check-not=GPU
// RUN: %compare %t.serial %t
#include <cstdio>
#include <hetcc.h>
#include <vector>

// CHECK: 7 of 8 loops split
// CHECK: 'omp parallel for' is not split: 'count' is shared and written by the loop

struct Mesh {
  int points, *first, *last;
  double *x;
  std::vector<double> weight;
  struct {
    double scale;
    double *shift;
  } unit;
  double &at(int i) { return x[i]; }
};

struct Base {
  Mesh *mesh;
  int count;
};

class Hydro : private Base {
public:
  Hydro(Mesh *of, Mesh *other, int n) : Base{of, 0}, y(n), next{other}, inside(*of) {}

  void pointers() {
#pragma omp parallel for
    for (int i = 0; i < mesh->points; i++)
      y[i] = mesh->x[i] + mesh->first[i] * this->mesh->unit.scale + mesh->unit.shift[i];
  }
  void segments() {
    const int n = mesh->points;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      const int first = mesh->first[i], last = mesh->last[i];
      for (int k = first; k < last; k++)
        y[k] += mesh->weight[k];
    }
  }
  void accessors() {
#pragma omp parallel for
    for (int i = 0; i < mesh->points; i++)
      mesh->at(i) += y[i];
  }
  void writes() {
#pragma omp parallel for
    for (int i = 0; i < mesh->points; i++)
      this->mesh->x[i] = y[i] + inside.x[i];
  }
  void clauses() {
#pragma omp parallel for HETCC(hetero(1) part_copy(this->mesh->x[1 : mesh->points]) part_copyin(inside.x[1 : inside.points]))
    for (int i = 0; i < mesh->points; i++)
      mesh->x[i] += y[i] + inside.x[i] * 0.5;
  }
  void parts() {
#pragma omp parallel for
    for (int i = 0; i < inside.points; i++)
      y[i] += inside.first[i] * inside.unit.scale + next.mesh->unit.scale;
  }
  /// The pointer may be null if no iteration follows it.
  double nowhere(int n) {
    Mesh *const kept = mesh;
    mesh = nullptr;
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += y[i] + (n > 5000 ? mesh->x[i] + mesh->unit.scale : 0);
    mesh = kept;
    return sum;
  }
  template <typename Value> Value total(Value start) {
    Value sum = start;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < mesh->points; i++)
      sum += Value(mesh->x[i] * y[i]) + Value(mesh->points);
    return sum;
  }
  /// Each iteration may write the same member.
  void counts() {
#pragma omp parallel for
    for (int i = 0; i < mesh->points; i++)
      if (mesh->x[i] == 1e300)
        count++;
  }
  int found() const { return count; }

private:
  std::vector<double> y;
  struct {
    Mesh *mesh;
  } next;
  Mesh &inside;
};

int main() {
  const int n = 1000;
  std::vector<int> first(n), last(n);
  std::vector<double> x(n), shift(n, 0.25);
  for (int i = 0; i < n; i++)
    first[i] = i, last[i] = i + 1, x[i] = i % 13;
  Mesh mesh{n, first.data(), last.data(), x.data(), std::vector<double>(n, 2.0), {0.5, shift.data()}}, other = mesh;
  other.unit.scale = 3;
  Hydro hydro(&mesh, &other, n);
  hydro.pointers();
  hydro.segments();
  hydro.accessors();
  hydro.writes();
  hydro.parts();
  hydro.clauses();
  hydro.counts();
  printf("%.6f %.6f %d %d\n", hydro.nowhere(n), hydro.total(0.5), hydro.total(3), hydro.found());
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.99 + x[i];
  printf("%.6f\n", sum);
}
