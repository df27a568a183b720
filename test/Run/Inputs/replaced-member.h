// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Of the library of replaced-member.cpp: a class whose functions it defines and exports, and one that two of its units
// share.
struct Weight {
  int factor;
  explicit Weight(int factor);
  int of(int value) const;
};
int shifted(int value), moved(int value);
void compute(int n, int *sum);
