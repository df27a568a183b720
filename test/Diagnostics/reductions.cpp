// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions that keep a loop on the CPUs: of types with pointers, with initializers that use 'omp_orig', with
// functions that are not defined in this unit, with modifiers. A warning names each cause, and a note what helps; the
// other reductions of this file have no warning.
// REQUIRES: plugin
// RUN: %verify %s

struct List {
  int *Items;
  int Count;
};
void append(List &Into, const List &From);
#pragma omp declare reduction(append : List : append(omp_out, omp_in))

struct Point {
  double X, Y;
};
Point middle(Point A, Point B); // of another unit
#pragma omp declare reduction(middle : Point : omp_out = middle(omp_out, omp_in)) initializer(omp_priv = {0, 0})
#pragma omp declare reduction(sum : Point : omp_out.X += omp_in.X) initializer(omp_priv = {0, 0})
#pragma omp declare reduction(like : int : omp_out += omp_in) initializer(omp_priv = omp_orig)

struct alignas(64) Line {
  long Words[8];
};
#pragma omp declare reduction(lines : Line : omp_out.Words[0] += omp_in.Words[0])

void types(int n, const int *x) {
  List list = {nullptr, 0};
  Point p = {0, 0};
  Line line = {};
  // expected-warning@+2 {{this loop runs on the CPUs alone: it calls 'append', which is not defined in this unit}}
  // expected-note@+1 {{define 'append' in this unit}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(append : list)
  for (int i = 0; i < n; i++)
    list.Count += x[i];
  // expected-warning@+1 {{this loop runs on the CPUs alone: 'line' is of a type that does not travel to a device}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(lines : line)
  for (int i = 0; i < n; i++)
    line.Words[0] += x[i];
  // expected-warning@+2 {{it calls 'middle', which is not defined in this unit}}
  // expected-note@+1 {{define 'middle' in this unit}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(middle : p)
  for (int i = 0; i < n; i++)
    p.X += x[i];
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(sum : p)
  for (int i = 0; i < n; i++)
    p.X += x[i];
}

void originals(int n, const int *x) {
  int one = 1, several[3] = {};
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(like : one)
  for (int i = 0; i < n; i++)
    one += x[i];
  // expected-warning@+2 {{what 'like' begins with depends on the original of 'several'}}
  // expected-note@+1 {{let the initializer do without 'omp_orig'}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(like : several)
  for (int i = 0; i < n; i++)
    several[i % 3] += x[i];
}

struct Object {
  int *Own;
};
inline void grow(Object &Into, const Object &From) { *Into.Own += *From.Own; }
#pragma omp declare reduction(grow : Object : grow(omp_out, omp_in))

void shapes(int n, const int *x) {
  int rows[4][n], histogram[16] = {};
  Object object = {rows[0]};
  // expected-warning@+2 {{the rows of 'rows' are of variable length}}
  // expected-note@+1 {{reduce into an array of one dimension}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(+ : rows)
  for (int i = 0; i < n; i++)
    rows[i % 4][i] += x[i];
  // expected-warning@+1 {{'object' is of a type that does not travel to a device}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(grow : object)
  for (int i = 0; i < n; i++)
    *object.Own += x[i];
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(+ : histogram)
  for (int i = 0; i < n; i++)
    // expected-warning@+1 {{it takes the size of the array 'histogram'}}
    histogram[x[i] % (sizeof histogram / sizeof histogram[0])]++;
}

void modifiers(int n, const int *x, int *y) {
  int sum = 0, count = 0;
  // expected-warning@+1 {{as plain OpenMP: the modifier 'inscan' is not carried over to devices}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) part_copyout(y[1:n]) reduction(inscan, + : sum)
  for (int i = 0; i < n; i++) {
    sum += x[i];
#pragma omp scan inclusive(sum)
    y[i] = sum;
  }
  // expected-warning@+2 {{as plain OpenMP: the modifier 'task' is not carried over to devices}}
  // expected-note@+1 {{leave out 'task' if the loop makes no tasks}}
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(task, + : count)
  for (int i = 0; i < n; i++)
    count += x[i];
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(default, + : count)
  for (int i = 0; i < n; i++)
    count += x[i];
}

class Sums {
  int Total = 0, Count = 0;
  void add(int n, const int *x) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(+ : Total, Count)
    for (int i = 0; i < n; i++) {
      Count++;
      // expected-error@+2 {{a clause makes a private copy of 'Total'; 'this->Total' is the copy for some compilers}}
      // expected-note@+1 {{write 'Total'}}
      this->Total += x[i];
    }
  }
  template <typename T> void addTo(int n, const T *x) {
#pragma omp parallel for hetero(1) part_copyin(x[1:n]) reduction(+ : Count)
    for (int i = 0; i < n; i++)
      this->Count += x[i]; // expected-error {{a clause makes a private copy of 'Count'}} expected-note {{write 'Count'}}
  }
  void addBoth(int n, const int *x) { addTo(n, x); }
};
