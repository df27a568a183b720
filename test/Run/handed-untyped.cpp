// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that hold their memory as `void *`, passed to functions that see elements of one type there: devices have a
// copy of these elements, as if the member had their type. Nothing is read through a null pointer.
// RUN: %hetcc++ -O1 -fopenmp --hetcc-auto=all --hetcc-summary %s -o %t 2>&1 | FileCheck %s
// RUN: g++ -O1 -w %s -o %t.serial
// RUN: %compare %t.serial %t
// CHECK: 8 of 13 loops split
// CHECK: it makes pointers of what may be no pointers, in 'next'
// CHECK: it makes pointers of what may be no pointers, in 'nextByBytes'
// CHECK: 'floats' is of a type that does not travel to a device
// CHECK: 'floats' is of a type that does not travel to a device
// CHECK: 'floats.data' leads to elements of several types

#include <cstddef>
#include <cstdio>
#include <cstring>

enum { N = 500 };

struct Allocator {
  virtual ~Allocator() {}
};

struct Node {
  int value;
  Node *next;
};

struct Tensor {
  void *data;
  int *users;
  Allocator *allocator;
  int length;
  ~Tensor() {
    if (users)
      --*users;
  }
  float &operator[](int i) { return static_cast<float *>(data)[i]; }
  const float &operator[](int i) const { return ((const float *)data)[i]; }
  int whole(int i) const { return reinterpret_cast<const int *>(data)[i]; }
  float both(int i) const { return ((const float *)data)[i] + ((const int *)data)[0]; }
  int next(int i) const { return ((Node *)data)[i].next->value; }
  int nextByBytes(int i) const { return ((Node *)((char *)data + sizeof(Node) * i))->next->value; }
  float copied(int i) const {
    float pair[2];
    std::memcpy(pair, data, sizeof pair);
    return pair[i & 1];
  }
  void put(int i, float value) { ((float *)data)[i] = value; }
};

class Hidden {
  const void *memory;
  int length;

public:
  Hidden(const void *memory, int length) : memory(memory), length(length) {}
  float at(int i) const { return ((const float *)memory)[i % length]; }
};

static float activated(float v, int type, const Tensor &parameters) {
  switch (type) {
  case 1:
    return v > 0 ? v : v * parameters[0];
  case 2:
    return v < parameters[0] ? parameters[0] : v > parameters[1] ? parameters[1] : v;
  }
  return v;
}

static float firstOf(const Tensor *t) { return t->data ? (*t)[0] : 7; }

static float z[N];

static void show(const char *name, const float *x) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 1.01 + x[i];
  std::printf("%s %.8g\n", name, sum);
}

int main() {
  static float numbers[N], limits[2] = {-0.5f, 1.5f};
  static int counts[N];
  static Node nodes[N];
  for (int i = 0; i < N; i++) {
    numbers[i] = float(i % 11 - 5) / 2;
    counts[i] = i * 3;
    nodes[i] = {i, &nodes[(i + 7) % N]};
  }
  Tensor floats{numbers, nullptr, nullptr, N}, ints{counts, nullptr, nullptr, N}, list{nodes, nullptr, nullptr, N},
      parameters{limits, nullptr, nullptr, 2}, none{nullptr, nullptr, nullptr, 0},
      middle{numbers + 100, nullptr, nullptr, N - 100};
  Hidden hidden(numbers, N / 3);

  for (int type = 0; type < 3; type++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      z[i] = activated(numbers[i] * 2 - 1, type, parameters);
    show("parameters", z);
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    z[i] = activated(numbers[i], 0, none);
  show("no memory", z);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    z[i] = firstOf(&floats) + firstOf(&none);
  show("pointers to objects", z);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    z[i] = hidden.at(i);
  show("a private member", z);
#pragma omp parallel for
  for (int i = 0; i < N - 100; i++)
    z[i] = middle[i] + middle[-100] + floats[i];
  show("two objects of one array", z);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    z[i] = ints.whole(N - 1 - i) + floats[i];
  show("two types in two objects", z);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    floats.put(i, floats[i] + 1);
  show("elements that are written", numbers);
#pragma omp parallel for
  for (int i = 0; i < N - 100; i++)
    middle.put(i, z[i]);
  show("from the middle on", numbers);

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    z[i] = list.next(i);
  show("pointers in elements", z);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    z[i] = list.nextByBytes(i);
  show("pointers in bytes", z);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    z[i] = floats.both(i);
  show("two types in one function", z);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    z[i] = floats.copied(i);
  show("no type", z);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    z[i] = floats[i] + floats.whole(0);
  show("two types in two functions", z);
}
