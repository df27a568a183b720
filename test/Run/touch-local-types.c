// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types, enumerators, tables and prototypes of the enclosing function are declared in device code as in the source: in
// order, with their layout, hiding other names, and also where a name is only used unevaluated.
// RUN: %hetcc -O2 %s -o %t 2>&1 | count 0
// RUN: %serial -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"

typedef double type;
struct tag {
  char bytes[40];
};
enum { COUNT = 10 };
static const int table[3] = {1, 2, 3};
static long y[1009];

int main(void) {
  double later(double);
  enum { COUNT = 20, LENGTH = COUNT / 4 };
  typedef float type, *pointer;
  struct tag {
    char bytes[3];
  };
  static const int table[3] = {COUNT, sizeof(type), 30};
  struct inner {
    type values[LENGTH];
  };
  typedef struct inner alias;
  struct outer {
    alias first;
    struct nested {
      char c;
    } second;
    struct outer *next;
  } __attribute__((packed, aligned(2)));
#pragma pack(push, 2)
  typedef struct {
    char c;
    double d;
  } narrow;
#pragma pack(pop)
  alias a = {{1, 2, 3}};
  narrow b = {1, 2.5};
  struct packed {
    char c;
    double d;
  } __attribute__((packed)) p = {3, 4.5};

#pragma omp parallel for hetero(1) part_copy(y[1:1009])
  for (int i = 0; i < 1009; i++)
    y[i] = i * sizeof(type) + sizeof(struct tag) + _Alignof(type) * 3 + _Generic(1.0f, type: 1, default: 2) * 5 +
           __builtin_types_compatible_p(type, float) * 7 + sizeof(pointer) + __builtin_offsetof(struct outer, second) +
           sizeof((struct nested){0}) + sizeof(struct outer);
#pragma omp parallel for hetero(1) part_copy(y[1:1009])
  for (int i = 0; i < 1009; i++) {
    int q[COUNT];
    for (int k = 0; k < COUNT; k++)
      q[k] = k + table[i % 3];
    y[i] += a.values[i % LENGTH] + b.d + b.c + p.d * p.c + q[i % COUNT] + sizeof(alias);
  }
  {
    static const int table[3] = {100, 200, 300};
#pragma omp parallel for hetero(1) part_copy(y[1:1009])
    for (int i = 0; i < 1009; i++)
      y[i] += table[i % 3] + (type)later(i + 0.5);
  }
  printChecksum("y", y, sizeof y);
}

double later(double a) { return a * 2; }
