// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An annotated loop in a member function of a class template: a vertical blur. A row of the result needs three rows of
// the source, so the source's window has a halo of one row; beyond that the rows are independent, and any device can
// compute any of them.
//
//     hetcc++ -O3 blur.cpp -o blur && HETRT_DEVICES=cpu:1,emulated:1 HETRT_REPORT=1 ./blur
#include <cstdio>
#include <hetcc.h>
#include <vector>

template <typename T> class Image {
public:
  Image(int Rows, int Columns) : Rows(Rows), Columns(Columns), Pixels(std::size_t(Rows) * Columns) {}

  T *row(int I) { return Pixels.data() + std::size_t(I) * Columns; }

  // Every pixel of the result is the weighted mean of three of the source, one above the other.
  void blurInto(Image &Result, T Weight) {
    int N = Rows, M = Columns;
    const T *Source = Pixels.data();
    T *Target = Result.Pixels.data();
#pragma omp parallel for HETCC(hetero(1, all, adaptive) part_copyin(Source[1:N:1][0:M]) part_copyout(Target[1:N][0:M]))
    for (int I = 0; I < N; I++)
      for (int J = 0; J < M; J++) {
        int Above = I > 0 ? I - 1 : I, Below = I < N - 1 ? I + 1 : I;
        Target[I * M + J] = (Source[Above * M + J] + Weight * Source[I * M + J] + Source[Below * M + J]) / (Weight + 2);
      }
  }

private:
  int Rows, Columns;
  std::vector<T> Pixels;
};

// A picture that rises by 4 from row to row keeps its values, but for the first row, which gains a quarter of the step,
// and the last, which loses one.
template <typename T> static int countWrong(int Rows, int Columns) {
  Image<T> Picture(Rows, Columns), Blurred(Rows, Columns);
  for (int I = 0; I < Rows; I++)
    for (int J = 0; J < Columns; J++)
      Picture.row(I)[J] = T(4 * I);
  Picture.blurInto(Blurred, 2);
  int Wrong = 0;
  for (int I = 0; I < Rows; I++)
    for (int J = 0; J < Columns; J++)
      Wrong += Blurred.row(I)[J] != T(4 * I + (I == 0) - (I == Rows - 1));
  return Wrong;
}

int main() {
  int Wrong = countWrong<float>(1000, 700) + countWrong<double>(301, 1000) + countWrong<int>(700, 300);
  std::printf("blur: %d pixels wrong\n", Wrong);
  return Wrong != 0;
}
