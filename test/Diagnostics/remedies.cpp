// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The notes behind warnings help: each loop runs on the CPUs alone as it is written, and also on devices after the
// change that the note proposes, which -DREMEDY selects.
// RUN: %hetccxx -std=c++20 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %hetccxx -std=c++20 -DREMEDY -Werror=hetcc -c %s -o %t.o 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// NONE-NOT: {{.}}
#include <hetcc.h>
#include <cstdlib>
#include <memory>
#include <omp.h>
#include <string>
#include <vector>

// CHECK: 'square' is a lambda, whose type does not travel to a device
// CHECK: note: define it inside the loop, or call a function
void lambda(int n, double *y) {
#ifndef REMEDY
  auto square = [](double v) { return v * v; };
#endif
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++) {
#ifdef REMEDY
    auto square = [](double v) { return v * v; };
#endif
    y[i] = square(y[i]);
  }
}

// CHECK: 'scale' is a lambda, whose type does not travel to a device
// CHECK: note: define it inside the loop, or call a function
#ifdef REMEDY
static double scaled(double v, double a) { return v * a; }
#endif
void lambdaWithCapture(int n, double a, double *y) {
#ifndef REMEDY
  auto scale = [=](double v) { return v * a; };
#endif
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
#ifdef REMEDY
    y[i] = scaled(y[i], a);
#else
    y[i] = scale(y[i]);
#endif
}

// CHECK: the range is no variable
// CHECK: note: let the loop go over a variable, or over an index{{$}}
// CHECK: the iterator 'it' is of a class whose elements need not lie one behind the other
// CHECK: note: write the loop over an index
std::vector<double> &vectorOf(std::vector<double> &v) { return v; }
void ranges(int n, std::vector<double> &v) {
#pragma omp parallel for HETCC(hetero(1) part_copy(v[1:n]))
#ifdef REMEDY
  for (int i = 0; i < n; i++)
    v[i] += 1;
#else
  for (double &e : vectorOf(v))
    e += 1;
#pragma omp parallel for HETCC(hetero(1) part_copy(v[1:n]))
  for (auto it = v.rbegin(); it < v.rend(); ++it)
    *it += 1;
#endif
}

struct Holder {
  double *p;
  double *get() { return p; }
};
// CHECK: '(h->get())' is neither a variable nor a member of one
// CHECK: note: copy the pointer to a local variable and name that in 'part_copy'
void pointerOfCall(int n, Holder *h) {
#ifdef REMEDY
  double *p = h->get();
#pragma omp parallel for HETCC(hetero(1) part_copy(p[1:n]))
  for (int i = 0; i < n; i++)
    p[i] += 1;
#else
#pragma omp parallel for HETCC(hetero(1) part_copy((h->get())[1:n]))
  for (int i = 0; i < n; i++)
    h->get()[i] += 1;
#endif
}

// CHECK: it calls 'f', which may write members of this object in 'f'
// CHECK: note: hand on what the function needs of it: numbers, and pointers to elements
// CHECK: it calls the virtual function 'g'
// CHECK: note: call a function that is not virtual
struct Object {
#ifdef REMEDY
  static double f(double v) { return v + 1; }
  static double g(double v) { return v + 2; }
#else
  double last = 0;
  double f(double v) { return last = v + 1; }
  virtual double g(double v) { return v + 2; }
#endif
  void run(int n, double *y) {
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
    for (int i = 0; i < n; i++)
      y[i] = f(y[i]);
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
    for (int i = 0; i < n; i++)
      y[i] = g(y[i]);
  }
};
void object(int n, double *y) { Object().run(n, y); }

// CHECK: it calls through a pointer to a function
// CHECK: note: call the function by its name
static double twice(double v) { return 2 * v; }
void pointerToFunction(int n, double *y) {
#ifndef REMEDY
  double (*f)(double) = twice;
#endif
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
#ifdef REMEDY
    y[i] = twice(y[i]);
#else
    y[i] = f(y[i]);
#endif
}

// CHECK: 's' is of a type that does not travel to a device
// CHECK: note: take a pointer before the loop, as in 'auto *p = s.data();', and use 'p' in the data clause and in the loop; compute what else the loop needs of it before the loop
void container(int n, int *y, const std::string &s) {
#ifdef REMEDY
  auto *p = s.data();
  const int length = s.size();
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]) part_copyin(p[1:n]))
  for (int i = 0; i < n; i++)
    y[i] += p[i] + length;
#else
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] += s[i] + s.size();
#endif
}

// CHECK: 'useGlobal' uses the variable 'global'
// CHECK: note: pass it as an argument
int global;
#ifdef REMEDY
static int useGlobal(int v, int global) { return v + global; }
#else
static int useGlobal(int v) { return v + *&global; }
#endif
void globalInFunction(int n, int *y) {
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
#ifdef REMEDY
    y[i] = useGlobal(y[i], global);
#else
    y[i] = useGlobal(y[i]);
#endif
}

// CHECK: 's' is shared and written by the loop
// CHECK: note: use 'reduction(operator: s)' where the loop accumulates
int sum(int n, int *y) {
  int s = 0;
#ifdef REMEDY
#pragma omp parallel for HETCC(hetero(1) part_copyin(y[1:n])) reduction(+ : s)
#else
#pragma omp parallel for HETCC(hetero(1) part_copyin(y[1:n]))
#endif
  for (int i = 0; i < n; i++)
    s += y[i];
  return s;
}

// CHECK: it takes the address of 'k'
// CHECK: note: make the pointer one to 'const' if nothing is written through it
// CHECK: 'k' is shared, and may be written through a reference
// CHECK: note: copy it into a variable of the body where it is only read
void addresses(int n, int *y) {
  int k = n;
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++) {
#ifdef REMEDY
    const int *p = &k;
#else
    int *p = &k;
#endif
    y[i] += *p;
  }
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++) {
#ifdef REMEDY
    int copy = k;
    int &r = copy;
#else
    int &r = k;
#endif
    y[i] += r;
  }
}

// CHECK: it calls 'elsewhere' of another unit, which returns what leads to other objects
// CHECK: note: define 'elsewhere' in this unit, for example as a static inline function
#ifdef REMEDY
static inline int elsewhere(int v) { return v; }
#else
const int &elsewhere(int v);
#endif
void undefined(int n, int *y) {
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] = elsewhere(y[i]);
}

// CHECK: 'perThread' is thread-local
// CHECK: note: copy its value into a local variable before the loop
// CHECK: 'changing' is volatile
// CHECK: note: copy its value into another variable before the loop
thread_local int perThread;
void values(int n, int *y) {
  volatile int changing = n;
#ifdef REMEDY
  int perThread = ::perThread, copy = changing;
#define changing copy
#endif
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] += perThread;
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] += changing;
}

// CHECK: how long 'z' is is not known: no iteration is sure to come to the end of what 'z[y[i]]' may reach
// CHECK: note: add 'map(to: z[0:extent])', with its extent
void noExtent(int n, int *y, const int *z) {
#ifdef REMEDY
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]) map(to: z[0:n]))
#else
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
#endif
  for (int i = 0; i < n; i++)
    y[i] += z[y[i]];
}

// CHECK: how long 'y' is is not known: no iteration is sure to come to the end of what 'y[to[i]]' may reach
// CHECK: note: add 'map(tofrom: y[0:extent])', with its extent
void anyElement(int n, int *y, const int *to) {
#ifdef REMEDY
#pragma omp parallel for HETCC(hetero(1) part_copyin(to[1:n]) map(tofrom: y[0:n]))
#else
#pragma omp parallel for HETCC(hetero(1) part_copyin(to[1:n]))
#endif
  for (int i = 0; i < n; i++)
    y[to[i]] = i;
}

// CHECK: this index of array 'y' is not seen to be the iteration's own
// CHECK: note: where iterations write any element, write 'map(tofrom: y[0:n])'
void notSeenToBeOwn(int n, int *y, const int *to) {
#ifdef REMEDY
#pragma omp parallel for HETCC(hetero(1) part_copyin(to[1:n]) map(tofrom: y[0:n]))
#else
#pragma omp parallel for HETCC(hetero(1) part_copyin(to[1:n]) part_copy(y[1:n]))
#endif
  for (int i = 0; i < n; i++)
    y[to[i]] = i;
}

// CHECK: array 'y' is updated at an index that other iterations may update too
// CHECK: note: where the loop accumulates, write 'omp atomic' before the update
void updated(int n, int *y, const int *to) {
#pragma omp parallel for HETCC(hetero(1) part_copyin(to[1:n]) map(tofrom: y[0:n]))
  for (int i = 0; i < n; i++)
#ifdef REMEDY
#pragma omp atomic
#endif
    y[to[i]] += i;
}

// CHECK: how long 'y' is is not known: no iteration is sure to come to the end of what 'y[z[i]]' may reach
// CHECK: where iterations update one element, write 'omp atomic' before the update as well
void notOwn(int n, int *y, const int *z) {
#ifdef REMEDY
#pragma omp parallel for HETCC(hetero(1) part_copyin(z[1:n]) map(tofrom: y[0:n]))
  for (int i = 0; i < n; i++)
#pragma omp atomic
    y[z[i]]++;
#else
#pragma omp parallel for HETCC(hetero(1) part_copyin(z[1:n]))
  for (int i = 0; i < n; i++)
    y[z[i]]++;
#endif
}

// CHECK: 'y' is written, and 'y[i - 1]' may read what another iteration writes
// CHECK: note: let the loop write to another array
void otherArray(int n, int *y, int *z) {
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 1; i < n; i++)
#ifdef REMEDY
    z[i] = y[i - 1];
#else
    y[i] = y[i - 1];
#endif
}

// CHECK: 'pair' is of an unnamed type
// CHECK: note: give the type a name
void unnamed(int n, int *y) {
#ifdef REMEDY
  struct Pair {
    int a, b;
  } pair = {1, n};
#else
  struct {
    int a, b;
  } pair = {1, n};
#endif
  auto Use = [](const auto &p) { return p.b; };
  (void)Use;
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++) {
    auto copy = pair;
    y[i] += copy.b;
  }
}

// CHECK: the iterator is wider than 64 bits
// CHECK: note: use a 64-bit iterator
// CHECK: 'linear' is not carried over to devices
// CHECK: note: leave out 'linear' if the program does not need it
void iterators(int n, int *y) {
  long k = 0;
#ifdef REMEDY
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (long i = 0; i < n; i++)
    y[i] += 1;
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n])) private(k)
#else
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (__int128 i = 0; i < n; i++)
    y[i] += 1;
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n])) linear(k : 1)
#endif
  for (int i = 0; i < n; i++) {
    k = i;
    y[i] += k;
  }
}

// CHECK: the elements of 'words' hold pointers or own something
// CHECK: note: let the loop work on arrays of plain values
void elements(int n, int *length, std::vector<std::string> &words) {
#ifdef REMEDY
  std::vector<int> sizes;
  for (const std::string &word : words)
    sizes.push_back(word.size());
#pragma omp parallel for HETCC(hetero(1) part_copyin(sizes[1:n]) part_copyout(length[1:n]))
  for (int i = 0; i < n; i++)
    length[i] = sizes[i];
#else
#pragma omp parallel for HETCC(hetero(1) part_copyin(words[1:n]) part_copyout(length[1:n]))
  for (int i = 0; i < n; i++)
    length[i] = words[i].size();
#endif
}

// CHECK: it contains 'omp atomic'
// CHECK: note: let the update stand in the loop itself
void more_atomic_in_lambda(int n, int *x) {
  int s = 0;
#pragma omp parallel for hetero(1) part_copyin(x[1:n])
  for (int i = 0; i < n; i++) {
#ifdef REMEDY
#pragma omp atomic
    s += x[i];
#else
    auto add = [&] {
#pragma omp atomic
    s += x[i]; };
    add();
#endif
  }
}

// CHECK: 'k' is a static member
// CHECK: note: copy it into a local variable
struct WithStatic { static int k; };
void more_static_member(int n, int *y) {
#ifdef REMEDY
  int k = WithStatic::k;
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) y[i] += k;
#else
  WithStatic s;
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) y[i] += s.k;
#endif
}

// CHECK: 'var' is a variable template
// CHECK: note: copy its value into a local variable
template <class T> T var = T(3);
void more_template_variable(int n, int *y) {
#ifdef REMEDY
  int k = var<int>;
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) y[i] += k;
#else
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) y[i] += var<int>;
#endif
}

// CHECK: it uses 'this'
// CHECK: note: name the members that the loop needs
struct Self { double k; double *p; void f(int n, double *y) {
#ifdef REMEDY
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) y[i] += k;
#else
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) { Self *self = this; y[i] += self->k; }
#endif
} };
void more_this_captured_member() { Self s; s.f(0, nullptr); }

// CHECK: it calls a member function of 'v' that is not const
// CHECK: note: read 'v' through a reference to 'const'
struct V { int d[3]; int get(int i) { return d[i]++; } int cget(int i) const { return d[i]; } };
void more_member_function_not_const(int n, int *y, V v) {
#ifdef REMEDY
  const V &w = v;
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) y[i] += w.cget(1);
#else
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) y[i] += v.get(1);
#endif
}

// CHECK: 'lastprivate' with a modifier
// CHECK: note: leave out 'lastprivate' if the program does not need it
void more_lastprivate_conditional(int n, int *y) {
  int k = 0;
#ifdef REMEDY
#pragma omp parallel for hetero(1) part_copy(y[1:n]) lastprivate(k)
#else
#pragma omp parallel for hetero(1) part_copy(y[1:n]) lastprivate(conditional: k)
#endif
  for (int i = 0; i < n; i++) { k = i; y[i] += k; }
}

// CHECK: it calls 'rand' of a library
// CHECK: note: compute it before the loop, or call a function that this unit defines
void more_library_function(int n, int *y) {
#ifdef REMEDY
  int r = rand();
#endif
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++)
#ifdef REMEDY
 y[i] = r;
#else
 y[i] = rand();
#endif
}

// CHECK: what it uses of the rows behind the pointers of 'a' is not known
// CHECK: note: declare 'double *row = *(a + 1);' before the loop, and use 'row' in it
void one_row(int n, double **a) {
#ifdef REMEDY
  double *row = *(a + 1);
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) row[i] = i;
#else
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) (*(a + 1))[i] = i;
#endif
}

// CHECK: 'view' is of a type that does not travel to a device
// CHECK: note: before the loop, copy what it needs of it into variables: numbers, and pointers to elements
struct View { double *p; int nx; View *all; double &operator()(int i, int j) const { return (all ? all->p : p)[i * nx + j]; } };
void seen(int n, View view) {
#ifdef REMEDY
  const int nx = view.nx;
  double *p = view.all ? view.all->p : view.p;
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) for (int j = 0; j < nx; j++) p[i * nx + j] = i;
#else
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++) for (int j = 0; j < view.nx; j++) view(i, j) = i;
#endif
}

// CHECK: it calls 'omp_set_lock' of a library
// CHECK: note: use a 'reduction' clause, or 'omp atomic', where the loop accumulates, and let iterations write elements of their own
long more_lock(int n, int *y, omp_lock_t *lock) {
  long sum = 0;
#ifdef REMEDY
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
    y[i] += 1;
#pragma omp atomic
    sum += y[i];
  }
#else
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) { omp_set_lock(lock); y[i] += 1; sum += y[i]; omp_unset_lock(lock); }
#endif
  return sum;
}

// CHECK: which takes a variable number of arguments, in '_M_range_check'
// CHECK: note: write '[i]' in place of '.at(i)', which throws
void more_checked_access(int n, int *y, const std::vector<int> &v) {
#pragma omp parallel for hetero(1) part_copy(y[1:n]) part_copyin(v[1:n])
#ifdef REMEDY
  for (int i = 0; i < n; i++) y[i] += v[i];
#else
  for (int i = 0; i < n; i++) y[i] += v.at(i);
#endif
}

// CHECK: it contains '__sync_fetch_and_add_8', which needs one address space, in 'add_in_function'
// CHECK: note: use a 'reduction' clause, or 'omp atomic' in the loop itself, where the loop accumulates
static long add_in_function(long *sum, int v) { return __sync_fetch_and_add(sum, v); }
long more_atomic_in_function(int n, int *y) {
  long sum = 0;
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
#ifdef REMEDY
#pragma omp atomic
    sum += y[i];
#else
    y[i] += add_in_function(&sum, y[i]) < 0;
#endif
    y[i] += 1;
  }
  return sum;
}

// CHECK: it calls 'valloc' of a library
// CHECK: note: declare an array of constant length in the loop, or let iterations have rows of one that is allocated before the loop
void more_allocation(int n, double *y) {
#pragma omp parallel for hetero(1) part_copy(y[1:n])
  for (int i = 0; i < n; i++) {
#ifdef REMEDY
    double t[2];
    t[0] = y[i];
    t[1] = 2;
    y[i] = t[0] * t[1];
#else
    double **t = (double **)valloc(2 * sizeof *t);
    t[0] = &y[i];
    y[i] = *t[0] * 2;
    free(t);
#endif
  }
}
void more_allocated_rows(int n, double *y) {
#ifdef REMEDY
  double *rows = (double *)malloc(n * 2 * sizeof *rows);
#pragma omp parallel for hetero(1) part_copy(y[1:n]) part_copy(rows[1:n][0:2])
  for (int i = 0; i < n; i++) {
    rows[2 * i] = y[i];
    y[i] = rows[2 * i] * 2;
  }
  free(rows);
#endif
}

// CHECK: 'array' is of a type that does not travel to a device: 'std::unique_ptr<int[]>'
// CHECK: note: take a pointer before the loop, as in 'auto *p = array.get();', and use 'p' in the data clause and in the loop
void pointer_that_owns(int n, int *y, const std::unique_ptr<int[]> &array) {
#ifdef REMEDY
  auto *p = array.get();
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]) part_copyin(p[1:n]))
  for (int i = 0; i < n; i++)
    y[i] += p[i];
#else
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] += array[i];
#endif
}

// CHECK: 'flags' is a std::vector<bool>, whose elements are bits without addresses
// CHECK: note: use a std::vector<char> instead, or one with a copy of the elements, as in 'std::vector<char> bytes(flags.begin(), flags.end());'
void bits(int n, int *y, const std::vector<bool> &flags) {
#ifdef REMEDY
  std::vector<char> bytes(flags.begin(), flags.end());
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]) part_copyin(bytes[1:n]))
  for (int i = 0; i < n; i++)
    y[i] += bytes[i];
#else
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] += flags[i];
#endif
}

// CHECK: 'x' is in no data clause, nor 'y'
// CHECK: note: add 'hetero(1)', by which arrays are found without clauses; or add 'part_copyin(x[1:extent])' {{.*}}; add 'part_copy(y[1:extent])' if iteration i writes
void kept_array(int n, const double *x, double *y) {
#ifdef REMEDY
#pragma omp parallel for HETCC(hetero(1) persist(x))
#else
#pragma omp parallel for HETCC(persist(x))
#endif
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
}
