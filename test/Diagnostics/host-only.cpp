// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop body that no device can run is built for the CPUs alone, with a warning that names the cause, and a note that
// says what would help, if anything would.
// REQUIRES: clang, plugin
// RUN: %verify %s

#include <string.h>

int elsewhere(int value);
const int &reference(int value);
int rows(const int *const *table);
struct Handle {
  int *to;
};
int handle(Handle value);
int shared;
struct {
  int first;
} unnamed;

struct Base {
  virtual int value() const;
};

void otherUnit(int n, int *x) {
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = elsewhere(i); // the definition may be in another unit, which the runtime finds out
  // expected-note@+1 {{define 'reference' in this unit}}
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = reference(i); // expected-warning {{it calls 'reference' of another unit, which returns what leads to other objects}}
  // expected-note@+1 {{define 'rows' in this unit}}
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = rows(nullptr); // expected-warning {{it calls 'rows' of another unit, whose parameter 'table' is of a type that may lead to pointers}}
  // expected-note@+1 {{define 'handle' in this unit}}
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = handle({nullptr}); // expected-warning {{it calls 'handle' of another unit, whose parameter 'value' is of a type that may lead to pointers}}
}

void library(int n, int *x, const char *text) {
  // expected-note@+1 {{compute it before the loop, or call a function that this unit defines}}
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = strcoll(text, text); // expected-warning {{this loop runs on the CPUs alone: it calls 'strcoll' of a library, which has no form for devices}}
}

void unnamedType(int n, int *x) {
  // expected-note@+1 {{give the type a name}}
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++) {
    auto copy = unnamed; // expected-warning {{this loop runs on the CPUs alone: 'unnamed' is of an unnamed type}}
    x[i] = copy.first;
  }
}

void critical(int n, int *x) {
  // expected-note@+1 {{use a 'reduction' clause}}
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++) {
    // expected-warning@+1 {{this loop runs on the CPUs alone: it contains 'omp critical'}}
#pragma omp critical
    shared += x[i];
  }
}

void virtualCall(int n, int *x, const Base &base) {
  // expected-note@+1 {{call a function that is not virtual}}
#pragma omp parallel for hetero(1) part_copy(x[1:n])
  for (int i = 0; i < n; i++)
    x[i] = base.value(); // expected-warning {{this loop runs on the CPUs alone}}
}

void lastValue(int n, int *x) {
  int last = 0;
  // expected-note@+2 {{leave out 'lastprivate'}}
  // expected-warning@+1 {{this loop runs on the CPUs alone, as plain OpenMP: }}
#pragma omp parallel for hetero(1) part_copy(x[1:n]) lastprivate(conditional : last)
  for (int i = 0; i < n; i++)
    last = x[i];
  shared = last;
}
