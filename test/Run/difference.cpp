// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes at any index of std::vector elements and of arrays of objects, and arrays with two names, where the loop
// writes one name at any index.
// RUN: %hetccxx -std=c++17 -O2 -Werror=hetcc-host-only -Wno-hetcc-whole-copies %s -o %t
// RUN: %serialxx -std=c++17 -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %compare --devices "emulated:2" --schedules static,adaptive,guided %t.serial %t

#include <cstdio>
#include <vector>

struct Particle {
  float place, speed;
  unsigned char kind;
};

static void bucket(std::vector<int> &sorted, const std::vector<int> &at, const std::vector<int> &values) {
  const int n = int(values.size());
#pragma omp parallel for hetero(1)
  for (int i = 0; i < n; i++)
    sorted[at[i]] = values[i];
}

static void exchange(std::vector<Particle> &all) {
  const int pairs = int(all.size()) / 2;
#pragma omp parallel for hetero(1)
  for (int i = 0; i < pairs; i++) {
    const float speed = all[2 * i].speed;
    all[2 * i].speed = all[2 * i + 1].speed;
    all[2 * i + 1].speed = speed;
    all[2 * i + 1].kind ^= 1;
  }
}

template <typename T> static void spread(T *data, int n, int stride) {
#pragma omp parallel for hetero(1) map(tofrom : data[0 : n * stride])
  for (int i = 0; i < n; i++)
    data[(i * stride + i % stride)] += T(i);
}

/// Both names may mean one array, of which a device then has one copy.
static void aliased(double *a, const double *b, int n) {
#pragma omp parallel for hetero(1) map(tofrom : a[0 : n]) map(to : b[0 : n])
  for (int i = 0; i < n / 2; i++)
    a[(i * 7) % (n / 2)] = b[i + n / 2] + i;
}

int main() {
  const int n = 1511;
  std::vector<int> at(n), values(n), sorted(n);
  std::vector<Particle> all(n);
  std::vector<double> numbers(n - 1, 1.5);
  std::vector<short> shorts(3 * n);
  std::vector<long long> longs(4 * n);
  for (int i = 0; i < n; i++) {
    at[i] = (i * 613 + 5) % n;
    values[i] = i * i % 1009;
    all[i] = {float(i), float(i % 29), (unsigned char)(i % 5)};
  }
  for (int round = 0; round < 3; round++) {
    bucket(sorted, at, values);
    values = sorted;
    exchange(all);
    spread(shorts.data(), n, 3);
    spread(longs.data(), n, 4);
    aliased(numbers.data(), numbers.data(), n - 1);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += (i % 7 + 1) * (sorted[i] + all[i].place + 3 * all[i].speed + 11 * all[i].kind + shorts[3 * i + i % 3] +
                          longs[4 * i + i % 4]);
  for (double each : numbers)
    sum += each;
  std::printf("%.3f\n", sum);
}
