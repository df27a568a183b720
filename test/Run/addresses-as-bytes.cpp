// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that looks at the bytes of an address in any way stays on the cores, because addresses differ on a device.
// Copying the bytes from one pointer to another is allowed.
// RUN: %hetccxx -std=c++20 -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: g++ -std=c++20 -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// SUMMARY: 2 of 9 loops split
// SUMMARY-COUNT-7: 'omp parallel for' is not split: it makes a number of an address, which is another one on a device
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>

enum { N = 1000 };
static double data[N];
static std::uintptr_t y[N];

/// Prints a hash of the addresses in y, as distances from the address of the array.
static void show(const char *name, std::uintptr_t base) {
  std::uintptr_t sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (y[i] - base);
  std::printf("%s %llx\n", name, (unsigned long long)sum);
}

static unsigned hash(const unsigned char *bytes, int n) {
  unsigned value = 7;
  for (int k = 0; k < n; k++)
    value = value * 31 + bytes[k];
  return value;
}

struct Range {
  const double *first;
  long count;
};

static void all(const double *x) {
  const auto base = reinterpret_cast<std::uintptr_t>(x);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const double *p = &x[i];
    std::uintptr_t n;
    std::memcpy(&n, &p, sizeof n);
    y[i] = n;
  }
  show("memcpy", base);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    union {
      const double *p;
      std::uintptr_t n;
    } both;
    both.p = &x[i];
    y[i] = both.n;
  }
  show("union", base);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const double *p = &x[i];
    y[i] = *(std::uintptr_t *)&p;
  }
  show("through a pointer", base);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const double *p = &x[i];
    y[i] = std::bit_cast<std::uintptr_t>(p);
  }
  show("bit_cast", base);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const double *p = &x[i];
    y[i] = reinterpret_cast<std::uintptr_t &>(p);
  }
  show("through a reference", base);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = (const char *)&x[i] - (const char *)nullptr;
  show("from null", base);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const double *p = &x[i], *q = &x[i];
    y[i] = hash(reinterpret_cast<const unsigned char *>(&p), sizeof p) ==
           hash(reinterpret_cast<const unsigned char *>(&q), sizeof q);
  }
  show("as a hash", 0);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    Range from = {&x[i], 1}, to;
    std::memset(&to, 0, sizeof to);
    std::memcpy(&to, &from, sizeof to);
    const double *p = to.first, *q;
    std::memcpy(&q, &p, sizeof q);
    y[i] = std::uintptr_t(*q) + std::uintptr_t(to.count);
  }
  show("copied", 0);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double value = x[i];
    y[i] = hash(reinterpret_cast<const unsigned char *>(&value), sizeof value);
  }
  show("of a value", 0);
}

int main() {
  for (int i = 0; i < N; i++)
    data[i] = i;
  all(data);
}
