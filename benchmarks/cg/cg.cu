// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-written kernels of cg.c: a warp for each row of the matrix, a thread for each element; see common/handwritten.cuh.
#include "../common/handwritten.cuh"

using namespace handwritten;

struct Matrix {
  int n, *rowStart, *column;
  double *value;
};

__global__ void multiplyRow(int n, const int *rowStart, const int *column, const double *value, const double *p, double *q,
                            double *dot) {
  const long i = thread() / 32, lane = threadIdx.x % 32;
  double sum = 0, product = 0;
  if (i < n)
    for (int k = rowStart[i] + int(lane); k < rowStart[i + 1]; k += 32)
      sum += value[k] * p[column[k]];
  sum = warpSum(sum);
  if (i < n && lane == 0) {
    q[i] = sum;
    product = p[i] * sum;
  }
  addToSum(product, dot);
}

extern "C" double multiply(const Matrix *a, const double *p, double *q) {
  static Shape shape;
  const int n = a->n, entries = a->rowStart[n];
  double dot;
  {
    Call call(shape);
    const int *rowStart = call.in(a->rowStart, n + 1), *column = call.in(a->column, entries);
    const double *value = call.in(a->value, entries), *vector = call.in(p, n);
    double *result = call.out(q, n), *sum = call.sum(&dot);
    call.run({12. * entries + 20. * n, 0, 2. * entries + 2. * n}, [&](unsigned threads) {
      multiplyRow<<<quotient(32L * n, threads), threads>>>(n, rowStart, column, value, vector, result, sum);
    });
  }
  return dot;
}

__global__ void advanceOne(int n, double alpha, const double *p, const double *q, double *z, double *r, double *rho) {
  const long i = thread();
  double square = 0;
  if (i < n) {
    z[i] += alpha * p[i];
    const double rest = r[i] - alpha * q[i];
    r[i] = rest;
    square = rest * rest;
  }
  addToSum(square, rho);
}

extern "C" double advance(int n, double alpha, const double *p, const double *q, double *z, double *r) {
  static Shape shape;
  double rho;
  {
    Call call(shape);
    const double *direction = call.in(p, n), *product = call.in(q, n);
    double *solution = call.inOut(z, n), *residual = call.inOut(r, n), *sum = call.sum(&rho);
    call.run({48. * n, 0, 6. * n}, [&](unsigned threads) {
      advanceOne<<<quotient(n, threads), threads>>>(n, alpha, direction, product, solution, residual, sum);
    });
  }
  return rho;
}

__global__ void turnOne(int n, double beta, const double *r, double *p) {
  const long i = thread();
  if (i < n)
    p[i] = r[i] + beta * p[i];
}

extern "C" void turn(int n, double beta, const double *r, double *p) {
  static Shape shape;
  Call call(shape);
  const double *residual = call.in(r, n);
  double *direction = call.inOut(p, n);
  call.run({24. * n, 0, 2. * n}, [&](unsigned threads) {
    turnOne<<<quotient(n, threads), threads>>>(n, beta, residual, direction);
  });
}

__global__ void startOne(int n, const double *x, double *z, double *p, double *q, double *r, double *rho) {
  const long i = thread();
  double square = 0;
  if (i < n) {
    z[i] = q[i] = 0;
    r[i] = p[i] = x[i];
    square = x[i] * x[i];
  }
  addToSum(square, rho);
}

extern "C" double start(int n, const double *x, double *z, double *p, double *q, double *r) {
  static Shape shape;
  double rho;
  {
    Call call(shape);
    const double *from = call.in(x, n);
    double *solution = call.out(z, n), *direction = call.out(p, n), *product = call.out(q, n);
    double *residual = call.out(r, n), *sum = call.sum(&rho);
    call.run({40. * n, 0, 2. * n}, [&](unsigned threads) {
      startOne<<<quotient(n, threads), threads>>>(n, from, solution, direction, product, residual, sum);
    });
  }
  return rho;
}

__global__ void differenceOf(int n, const double *x, const double *r, double *sum) {
  const long i = thread();
  addToSum(i < n ? (x[i] - r[i]) * (x[i] - r[i]) : 0., sum);
}

extern "C" double squareDifference(int n, const double *x, const double *r) {
  static Shape shape;
  double result;
  {
    Call call(shape);
    const double *left = call.in(x, n), *right = call.in(r, n);
    double *sum = call.sum(&result);
    call.run({16. * n, 0, 3. * n},
             [&](unsigned threads) { differenceOf<<<quotient(n, threads), threads>>>(n, left, right, sum); });
  }
  return result;
}

__global__ void productsOf(int n, const double *x, const double *z, double *xz, double *zz) {
  const long i = thread();
  addToSum(i < n ? x[i] * z[i] : 0., xz);
  __syncthreads();
  addToSum(i < n ? z[i] * z[i] : 0., zz);
}

__global__ void scaleOne(int n, double factor, const double *z, double *x) {
  const long i = thread();
  if (i < n)
    x[i] = factor * z[i];
}

extern "C" double normalise(int n, double *x, const double *z) {
  static Shape products, scaling;
  double xz, zz;
  {
    Call call(products);
    const double *left = call.in(x, n), *right = call.in(z, n);
    double *first = call.sum(&xz), *second = call.sum(&zz);
    call.run({16. * n, 0, 4. * n},
             [&](unsigned threads) { productsOf<<<quotient(n, threads), threads>>>(n, left, right, first, second); });
  }
  Call call(scaling);
  const double *from = call.in(z, n);
  double *to = call.out(x, n), factor = 1 / sqrt(zz);
  call.run({16. * n, 0, 1. * n},
           [&](unsigned threads) { scaleOne<<<quotient(n, threads), threads>>>(n, factor, from, to); });
  return xz;
}
