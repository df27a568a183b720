// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For a pointer whose subscripts depend on data, the allocator knows the array's length: programs with such loops are
// linked with libhetalloc, which records large allocations, however and by whichever thread memory is allocated, freed
// and allocated again. If the length is not recorded, the cores run the loop.
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all --hetcc-summary=%t.summary %s -o %t -pthread
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file=%t.summary && rm %t.summary
// RUN: g++ -O1 -w %s -o %t.serial -pthread
// RUN: readelf -d %t | FileCheck %s --check-prefix=NEEDS
// NEEDS: [libhetalloc.so
// Programs without such loops are not linked with this library.
// RUN: %hetcc -O1 %S/axpy.c -o %t.other -lm && readelf -d %t.other | FileCheck %s --check-prefix=OTHER --implicit-check-not=libhetalloc
// OTHER: [libhetrt.so
// RUN: %compare %t.serial %t
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t
// RUN: %reported %t.json "iterations('emulated') >= 12 * 1000"
// SUMMARY: 3 of 3 loops split
// Of small blocks it records where they begin, so that adjacent ones do not seem to overlap; also those of other threads' arenas.
// RUN: %t.serial small > %t.small
// RUN: env HETRT_DEVICES=emulated:2 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.json %t small | diff %t.small -
// RUN: %reported %t.json "iterations('cpu') == 0 and iterations('emulated') >= 12 * 60"

// If a sanitizer's allocator comes first, or the program defines its own 'free', the library does not see all calls:
// then its records are not used, and the cores compute.
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all -fsanitize=address %s -o %t.asan -pthread
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static %t.asan > %t.out && %t.serial > %t.expected && diff %t.out %t.expected
// RUN: %hetccxx -O1 -fopenmp --hetcc-auto=all -DOWN_FREE %s -o %t.own -pthread
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=1 %t.own 2>&1 | FileCheck %s
// CHECK: no accelerator: {{.*}}how long the array is is not known: no clause and no type says it, and at its address there is no data region, and no block of the program's allocator of which the runtime knows
// RUN: %hetccxx -O1 -flto -fopenmp --hetcc-auto=all %s -o %t.lto -pthread
// RUN: env HETRT_DEVICES=cpu:1,emulated:1 HETRT_SCHEDULE=static HETRT_REPORT=json:%t.lto.json %t.lto
// RUN: %reported %t.lto.json "iterations('emulated') >= 12 * 1000"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#ifdef OWN_FREE
extern "C" void __libc_free(void *);
extern "C" void free(void *Block) { __libc_free(Block); } // this 'free' is not recorded
#endif

static int N = 2000;
enum { Beyond = 900 };

static void gather(int n, const int *from, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[from[i]];
}

static void scatter(int n, const int *to, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (x[i] > 2)
      y[to[i]] = x[i];
}

/// The subscripts have a known bound, which is beyond the array's end.
static void bounded(int n, const int *flag, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (flag[i] >= 0)
      y[i] += i % 3;
}

static void show(const char *what, const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * (i % 7 + 1);
  std::printf("%s %.17g\n", what, sum);
}

static double *filled(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = i % 11;
  return x;
}

static void tryAll(const char *what, const int *index, double *x, double *y) {
  filled(x, N);
  std::memset(y, 0, sizeof(double) * N);
  gather(N, index, x, y);
  show(what, y, N);
  scatter(N, index, x, y);
  show(what, y, N);
  bounded(N + Beyond, index, y);
  show(what, y, N);
}

static std::vector<int> permuted() {
  std::vector<int> index(N + Beyond, -1);
  for (int i = 0; i < N; i++)
    index[i] = int((i * 707LL + 11) % N);
  return index;
}

/// Blocks that lie closely together, some of which are freed, and one of which gets another length.
static void trySmall(int n) {
  N = n;
  std::vector<int> index = permuted();
  double *blocks[40];
  for (double *&each : blocks)
    each = static_cast<double *>(std::malloc(N * sizeof *each));
  for (int i = 0; i < 40; i += 3)
    std::free(blocks[i]);
  blocks[4] = static_cast<double *>(std::realloc(blocks[4], (N + 2) * sizeof(double)));
  for (int i = 4; i < 40; i += 3) {
    tryAll("small", index.data(), blocks[i], blocks[i - 3 > 0 ? i - 3 : 37]);
    tryAll("smaller", index.data(), blocks[i + 1 < 40 ? i + 1 : 2], blocks[i]);
  }
}

int main(int argc, char **) {
  if (argc > 1) {
    for (const int n : {300, 60, 3})
      trySmall(n);
    std::thread(trySmall, 300).join();
    return 0;
  }
  std::vector<int> index = permuted();

  double *x = static_cast<double *>(std::malloc(N * sizeof *x)), *y = static_cast<double *>(std::calloc(N, sizeof *y));
  tryAll("malloc", index.data(), x, y);

  // realloc: longer, at the same or another address; and shorter.
  N *= 3;
  index = permuted();
  x = static_cast<double *>(std::realloc(x, N * sizeof *x));
  y = static_cast<double *>(std::realloc(y, N * sizeof *y));
  tryAll("realloc", index.data(), x, y);
  std::free(x);
  std::free(y);

  // Other arrays at the same addresses.
  for (int round = 0; round < 3; round++) {
    std::vector<double> first(N + round * 100), second(N);
    tryAll("vector", index.data(), first.data(), second.data());
    std::thread Other([&] { std::vector<double>().swap(first); });
    Other.join();
  }

  // Two arrays in one allocation, with pointers that are swapped.
  double *both = new double[2 * N], *low = both, *high = both + N;
  for (int round = 0; round < 2; round++) {
    tryAll("both", index.data(), low, high);
    std::swap(low, high);
  }
  delete[] both;

  // Arrays of static storage.
  static double global[2][6000];
  tryAll("static", index.data(), global[0], global[1]);
  static double one[6000], other[6000];
  tryAll("two static", index.data(), one, other);

  // Memory that the C library allocates, enlarges and frees itself.
  std::FILE *file = std::tmpfile();
  for (int i = 0; i < 40000; i++)
    std::fputc('a' + i % 17, file);
  std::rewind(file);
  std::size_t size = 5000;
  char *line = static_cast<char *>(std::malloc(size));
  const auto length = getline(&line, &size, file);
  std::vector<double> counts(N), letters(line, line + length);
  tryAll("line", index.data(), letters.data(), counts.data());
  std::free(line);
  std::fclose(file);
}
