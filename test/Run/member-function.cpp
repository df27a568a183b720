// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region in a member function reads the object's scalar members by value, private ones too. Arrays that members point
// to are named in clauses by a local pointer.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t

#include "Inputs/checksum.h"
#include <vector>

class Filter {
public:
  Filter(int n, int gain) : Gain(gain), Samples(n) {
    for (int i = 0; i < n; i++)
      Samples[i] = i % 53;
  }

  void amplify() {
    int n = static_cast<int>(Samples.size());
    int *samples = Samples.data();
#pragma omp parallel for hetero(1) part_copy(samples[1:n])
    for (int i = 0; i < n; i++)
      samples[i] = limited(samples[i] * Gain + Offset);
  }

  const std::vector<int> &samples() const { return Samples; }

private:
  static int limited(int value) { return value > 900 ? 900 : value; }

  int Gain;
  int Offset = 4;
  std::vector<int> Samples;
};

int main() {
  Filter filter(5003, 7);
  for (int pass = 0; pass < 3; pass++)
    filter.amplify();
  printChecksum("samples", filter.samples().data(), filter.samples().size() * sizeof(int));
}
