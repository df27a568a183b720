// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The size of a library container is read before the loop like a member, whatever else the body uses of the container:
// reached through references, pointers, `this` and members; also of strings, maps and containers of containers.
// RUN: %hetcc++ -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: %serialxx -O1 %s -o %t.serial
// RUN: %compare %t.serial %t
// CHECK: 10 of 10 loops split

#include <cstdio>
#include <map>
#include <string>
#include <vector>

enum { N = 50 };

struct Gate {
  std::vector<int> qubits;
  std::string name;
  Gate *next = nullptr;
};

template <typename T> struct Net {
  std::vector<T> weights;
  std::vector<std::vector<T>> layers;
  void addTo(std::vector<double> &sums) const {
#pragma omp parallel for
    for (int i = 0; i < int(sums.size()); ++i) {
      for (size_t k = 0; k < layers.size(); ++k)
        sums[i] += k * weights.size();
      if (!weights.empty())
        sums[i] += 1;
    }
  }
};

static std::vector<double> global(5);

int main() {
  Gate last{{1, 3}, "last"}, first{{1, 2, 4}, "first", &last}, *missing = nullptr;
  std::vector<double> sums(N);
  std::vector<int> &qubits = first.qubits;
  std::map<int, int> twos = {{1, 2}, {3, 4}};

#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    sums[i] += qubits.size() + first.next->qubits.size() + global.size();
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    for (unsigned k = 0; k < first.qubits.size(); ++k)
      sums[i] += first.qubits[k] * k + last.qubits.size();
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    sums[i] += twos.size() + first.name.length() + first.name.size();
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    if (i > N)
      sums[i] += missing->qubits.size(); // no iteration calls it
#pragma omp parallel for
  for (size_t i = 0; i < sums.size(); i += last.qubits.size())
    sums[i] += last.name.empty() ? 1 : 2;

  Net<double>{{1, 2}, {{1}, {2}, {3}}}.addTo(sums);
  Net<float>{{1, 2, 3}, {{1}}}.addTo(sums);

  double checksum = 0;
#pragma omp parallel for reduction(+ : checksum)
  for (int i = 0; i < N; ++i) {
    const auto size = sums.size();
    checksum += sums[(i + size - 1) % size] * i;
  }
  std::vector<int> none;
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    sums[i] += none.empty();

#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    auto more = [&](int k) { sums[i] += k * qubits.size(); };
    more(i);
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    auto count = [&twos, &first] { return twos.size() + first.name.size(); };
    sums[i] += count();
  }

  for (double x : sums)
    std::printf("%g ", x);
  std::printf("%g\n", checksum);
}
