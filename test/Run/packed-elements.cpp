// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packed windows in C++: elements of any size, also structs, element sizes in the clause, instances of templates,
// members, and an extent that is a member.
// RUN: %hetccxx -O2 %s -o %t
// RUN: %serialxx -O2 %s -o %t.serial
// RUN: %compare %t.serial %t
// RUN: %hetccxx --hetcc-explain -O2 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not="full size"

// CHECK: remark: this loop runs on the CPUs and on accelerators
#include "Inputs/checksum.h"
#include <cstddef>
#include <vector>

struct Pixel {
  unsigned char Red, Green, Blue;
  void mix(const Pixel &Other) { Red = Red / 2 + Other.Blue / 2, Green ^= Other.Green, Blue = Other.Red; }
};

struct alignas(32) Wide {
  double Part[3];
};

template <typename T> void transposeInto(int Rows, int Columns, T *To, const T *From) {
#pragma omp parallel for hetero(1) part_copy(To[1:Columns][0:Rows]) part_copyin(From(sizeof(T))[0:Rows][1:Columns])
  for (int J = 0; J < Columns; ++J)
    for (int I = 0; I < Rows; ++I)
      To[J * Rows + I] = From[I * Columns + J];
}

class Image {
public:
  Image(int Height, int Width) : Height(Height), Width(Width), Owner(std::size_t(Height) * Width), Data(Owner.data()) {
    for (int I = 0; I < Height * Width; ++I)
      Data[I] = {(unsigned char)(I % 255), (unsigned char)(I % 77), (unsigned char)(I % 13)};
  }
  void mirror() {
#pragma omp parallel for hetero(1) part_copy(Data[0:Height][1:Width])
    for (int Column = 0; Column < Width; ++Column)
      for (int Line = 0; Line < Height / 2; ++Line)
        Data[Line * Width + Column].mix(Data[(Height - 1 - Line) * Width + Column]);
  }
  void print() const { printChecksum("image", Data, std::size_t(Height) * Width * sizeof(Pixel)); }

private:
  int Height, Width;
  std::vector<Pixel> Owner;
  Pixel *Data;
};

static Wide Grid[9][130];

int main() {
  Image Picture(31, 207);
  Picture.mirror();
  Picture.print();
  std::vector<short> Short(20 * 150), ShortTo(20 * 150);
  std::vector<double> Double(20 * 150), DoubleTo(20 * 150);
  for (int I = 0; I < 20 * 150; ++I)
    Short[I] = short(I), Double[I] = I * 0.5;
  transposeInto(20, 150, ShortTo.data(), Short.data());
  transposeInto(20, 150, DoubleTo.data(), Double.data());
  printChecksum("short", ShortTo.data(), ShortTo.size() * sizeof(short));
  printChecksum("double", DoubleTo.data(), DoubleTo.size() * sizeof(double));
#pragma omp parallel for hetero(1) part_copy(Grid[0:9][1:130])
  for (int J = 0; J < 130; ++J)
    for (int I = 0; I < 9; ++I)
      for (int K = 0; K < 3; ++K)
        Grid[I][J].Part[K] += I * J + K;
  printChecksum("grid", Grid, sizeof Grid);
}
