/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Functions of another unit, planted-elsewhere.c. */
#ifdef __cplusplus
extern "C" {
#endif
void put(double *x, int at, double value);
double get(const double *x, int at);
void addTo(double *x, int at, double value);
double sumOf(const double *x, int from, int to);
void clear(double *x, int n);
void accumulate(double *row, const double *x, int m);
#ifdef __cplusplus
}
#endif
