// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If one instance of a template cannot run on devices, the warning names the instance.
// REQUIRES: clang, plugin
// RUN: %verify %s

struct Plain {
  double value;
  double get() const { return value; }
};
struct Virtual {
  double value;
  virtual double get() const { return value; }
};

template <typename T> void add(T *p, double *q, int n) {
  // expected-note@+2 {{let the loop work on arrays of plain values}}
  // expected-warning@+1 {{this loop runs on the CPUs alone: the elements of 'p' hold pointers or own something, in 'add<Virtual>', and one text serves all instances}}
#pragma omp parallel for hetero(1) part_copyin(p[1:n]) part_copy(q[1:n])
  for (int i = 0; i < n; i++)
    q[i] += p[i].get();
}
template void add<Plain>(Plain *, double *, int);
template void add<Virtual>(Virtual *, double *, int);
