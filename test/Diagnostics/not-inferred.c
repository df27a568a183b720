// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where hetcc finds no window for an array that no clause names, the loop stays on the CPUs, unless accelerators share
// their memory; the note says what would help. hetcc only splits loops that it can show to be right.
// RUN: %verify %s

void scatter(int n, const int *to, double *y) {
#pragma omp parallel for hetero(1) // expected-note {{add 'map(tofrom: y[0:extent])', with its extent}}
  for (int i = 0; i < n; i++)
    y[to[i]] = i; // expected-warning {{this loop runs on the CPUs alone, unless accelerators reach their memory: how long 'y' is is not known: no iteration is sure to come to the end of what 'y[to[i]]' may reach}}
}

void updates(int n, const int *to, double *y) {
#pragma omp parallel for hetero(1) // expected-note {{add 'map(tofrom: y[0:extent])', with its extent; where iterations update one element, write 'omp atomic' before the update as well}}
  for (int i = 0; i < n; i++)
    y[to[i]] += i; // expected-warning {{how long 'y' is is not known}}
}

void accumulates(int n, const double *x, double *y) {
#pragma omp parallel for hetero(1) // expected-note {{where the loop accumulates, write 'omp atomic' before the update, or use 'reduction(operator: y[0:length])'}}
  for (int i = 0; i < n; i++)
    y[0] += x[i]; // expected-warning {{this loop runs on the CPUs alone: 'y[0]' is written, and is not seen to be the iteration's own element of 'y'}}
}

void recurrence(int n, double *y) {
#pragma omp parallel for hetero(1) // expected-note {{let the loop write to another array}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + 1; // expected-warning {{'y' is written, and 'y[i - 1]' may read what another iteration writes}}
}

void recurrenceOfRows(int n, double y[][8]) {
#pragma omp parallel for hetero(1) // expected-note {{let the loop write to another array}}
  for (int i = 1; i < n; i++)
    for (int j = 0; j < 8; j++)
      y[i][j] += y[i - 1][j]; // expected-warning {{'y' is written, and 'y[i - 1][j]' may read what another iteration writes}}
}

struct node {
  double value;
  const struct node *next;
};

void lists(int n, const struct node *const *head, double *y) {
#pragma omp parallel for hetero(1) // expected-note {{let the loop work on arrays of plain values}}
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (const struct node *p = head[i]; p; p = p->next) // expected-warning {{this loop runs on the CPUs alone, unless accelerators reach their memory: the elements of 'head' hold pointers or own something}}
      y[i] += p->value;
  }
}

struct callback {
  double (*of)(double);
};

void functions(int n, const struct callback *f, double *y) {
#pragma omp parallel for hetero(1) // expected-note {{call the function by its name}}
  for (int i = 0; i < n; i++)
    y[i] = f[i].of(y[i]); // expected-warning {{this loop runs on the CPUs alone: it calls through a pointer to a function}}
}

void gathered(int n, const int *from, const double *x, double *y) {
#pragma omp parallel for hetero(1) // expected-note {{add 'map(to: x[0:extent])', with its extent}}
  for (int i = 0; i < n; i++)
    y[i] = x[from[i]]; // expected-warning {{how long 'x' is is not known: no iteration is sure to come to the end of what 'x[from[i]]' may reach}}
}
