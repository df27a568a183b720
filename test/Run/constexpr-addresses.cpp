// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// constexpr variables are constants on a device too, except addresses, which are the host's: pointers, references, and
// objects with such members, in called functions. A constexpr pointer that the body names, or through which a called
// function reads, is treated as an array.
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: g++ -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// SUMMARY: 4 of 6 loops split
// SUMMARY: 'omp parallel for' is not split: 'write' uses the variable 'view'
// SUMMARY: 'omp parallel for' is not split: 'ofReference' uses the variable 'first'
#include <cstdio>

enum { N = 1000 };
static int y[N], z[N];
struct View {
  int *p;
  int n;
};
struct Settings {
  static constexpr int *table = y;
  static constexpr int factor = 7;
};
static constexpr int *pointer = y;
static constexpr View view{y, N};
static constexpr int &first = y[0];
static constexpr struct {
  int by, add;
} plain{3, 4};

static int read(int i) { return pointer[i]; }
static void write(int i, int value) { view.p[i] = value; }
static int ofMember(int i) { return Settings::table[i]; }
static int ofReference() { return first; }
static int ofNumbers(int i) { return i * plain.by + plain.add + Settings::factor; }

static void show(const char *name) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 % 1000003 + z[i];
  std::printf("%s %ld\n", name, sum);
}

int main() {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    y[i] = 3 * i;
    z[i] = read(i);
  }
  show("a pointer");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    write(i, 4 * i);
    z[i] = y[i];
  }
  show("an object");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    y[i] = 5 * i;
    z[i] = ofMember(i);
  }
  show("a static member");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    if (i == 0) {
      y[0] = 77;
      z[0] = ofReference();
    } else {
      z[i] = y[i];
    }
  }
  show("a reference");
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    y[i] = 6 * i;
    z[i] = Settings::table[i];
  }
  show("in the body");
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    z[i] = ofNumbers(i);
  show("numbers");
}
