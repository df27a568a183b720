// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++98 features beyond C: members, templates, references, bounds that are bit-fields, class objects or constants, and
// lastprivate. Since C++98 has no 'auto', generated code names the types of expressions.
// RUN: %serialxx -std=c++98 %s -o %t.serial
// RUN: %hetcc++ -std=c++98 -pedantic-errors -Wall -Wextra -Werror -Wno-maybe-uninitialized -O1 --hetcc-no-cuda %s -o %t 2>&1 | count 0
// RUN: %compare --devices "cpu:1,emulated:1;cpu:2,emulated:3" --schedules static %t.serial %t
// RUN: %hetcc++ -std=gnu++98 -O1 -c %s -o %t.o 2>&1 | count 0
#include <cstdio>
#include <hetcc.h>
#include <vector>

class Count {
public:
  explicit Count(int n) : value(n) {}
  operator int() const { return value; }

private:
  int value;
};

template <class Number, int Factor> class Table {
public:
  explicit Table(int n) : size(n), shift(3), values(n) {
    for (int i = 0; i < n; i++)
      values[i] = Number(i);
  }
  void scale() {
    Number *const data = &values[0];
#pragma omp parallel for HETCC(hetero(1) part_copy(data[1:size]))
    for (int i = 0; i < size; i++)
      data[i] = data[i] * Factor + shift;
  }
  Number sum(Number &last) const {
    const Number *data = &values[0];
    Number total = 0;
#pragma omp parallel for reduction(+ : total) lastprivate(last) HETCC(hetero(1) part_copyin(data[1:size]))
    for (int i = 0; i < size; i++) {
      last = data[i];
      total += last;
    }
    return total;
  }

private:
  int size;
  unsigned shift : 4;
  std::vector<Number> values;
};

struct Half {
  unsigned count : 6;
};

int main() {
  Table<int, 2> small(1000);
  Table<double, 5> large(1000);
  small.scale();
  large.scale();
  int lastInt = 0;
  double lastDouble = 0;
  std::printf("%d", small.sum(lastInt));
  std::printf(" %d ", lastInt);
  std::printf("%.0f", large.sum(lastDouble));
  std::printf(" %.0f\n", lastDouble);

  std::vector<int> numbers(100, 1);
  int *const x = &numbers[0];
  const Count count(80);
  const Half half = {40};
#pragma omp parallel for HETCC(hetero(1) part_copy(x[1:100]))
  for (int i = 0; i < count; i++)
    x[i] += i;
#pragma omp parallel for HETCC(hetero(1) part_copy(x[1:100]))
  for (unsigned i = 0; i < half.count; i++)
    x[i] *= 2;
  int turns = 0;
#pragma omp parallel for reduction(+ : turns) HETCC(hetero(1))
  for (int i = -5; i < half.count; i++) // the bit-field is promoted to int, so the comparison is signed
    turns++;
#pragma omp parallel for HETCC(hetero(1) part_copy(x[1:100]))
  for (int *p = x; p < x + 100; p++)
    *p += 7;
  long sum = 0;
  for (int i = 0; i < 100; i++)
    sum += numbers[i] * i;
  std::printf("%ld %d\n", sum, turns);
}
