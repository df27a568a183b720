// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declarations for the library of replaced-member.cpp: a class whose member functions the library defines and exports,
// and functions of two units of the library.
struct Weight {
  int factor;
  explicit Weight(int factor);
  int of(int value) const;
};
int shifted(int value), moved(int value);
void compute(int n, int *sum);
