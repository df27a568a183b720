// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A message names all arrays that lack a clause, so that the user can add all clauses at once; the clauses that the note proposes are
// enough (-DREMEDY). It names iterators as the user does, not the members of the standard library's classes.
// RUN: %hetccxx -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=_M_
// RUN: %hetccxx -DREMEDY -Werror=hetcc -c %s -o %t.o 2>&1 | FileCheck --check-prefix=NONE --allow-empty %s
// NONE-NOT: {{.}}
#include <hetcc.h>
#include <vector>

#ifdef REMEDY
#define CLAUSES(...) __VA_ARGS__
#else
#define CLAUSES(...)
#endif

// CHECK: how long 'p' is is not known: no iteration is sure to come to the end of what 'p[at[i]]' may reach; no window either: 'q', 's' [
// CHECK: note: add 'map(to: p[0:extent])', with its extent; add 'map(to: q[0:extent])', with its extent; add 'map(to: s[0:extent])', with its extent{{$}}
void gather(int n, const int *at, const double *p, const double *q, const double *s, double *t) {
#pragma omp parallel for HETCC(hetero(1) CLAUSES(map(to: p[0:n]) map(to: q[0:n]) map(to: s[0:n])))
  for (int i = 0; i < n; i++)
    t[i] = p[at[i]] + q[at[i]] + s[at[i] + 1];
}

// CHECK: warning: this loop runs on the CPUs alone: 'keys' is in no data clause, nor 'values' [
// CHECK: note: before the loop, take a pointer to the elements that 'keys' leads to, as in 'auto *elements = &*keys;', and use it in the loop; before the loop, take a pointer to the elements that 'values' leads to,
template <typename It> void join(It keys, It values, const int *order, std::vector<double> &pairs) {
  const int n = int(pairs.size());
#ifdef REMEDY
  auto *elements = &*keys, *others = &*values;
#pragma omp parallel for HETCC(hetero(1) map(to: elements[0:n]) map(to: others[0:n]))
  for (int i = 0; i < n; ++i)
    pairs[i] = elements[order[i]] + others[order[i]];
#else
#pragma omp parallel for HETCC(hetero(1))
  for (int i = 0; i < n; ++i)
    pairs[i] = keys[order[i]] + values[order[i]];
#endif
}

template void join(std::vector<double>::iterator, std::vector<double>::iterator, const int *, std::vector<double> &);
