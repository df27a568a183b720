// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * k-means: the annotated loop assigns each point to its nearest centre and counts the points that changed sides;
 * the host moves the centres to the means of their points between passes.
 *
 * The points are generated, or the pixels of a photograph (--image FILE.ppm): then the centres are the palette of
 * the colours that serve it best, and --picture FILE.ppm takes the photograph in these colours.
 */
#include "../common/bench.h"
#include "hetcc.h"
#include <float.h>

/* n points of d coordinates each, row by row; a photograph also has a width. */
struct Points {
  int n, d, width;
  float *values;
};

BENCH_LOOP long assignPoints(int n, int d, int k, const float *points, const float *centres, int *assigned) {
  long changed = 0;
#pragma omp parallel for HETCC(hetero(1, all, adaptive) part_copyin(points[1:n][0:d]) part_copy(assigned[1:n])         \
                               map(to: centres[0:k*d]) persist(points)) reduction(+ : changed)
  for (int i = 0; i < n; i++) {
    int nearest = 0;
    float least = FLT_MAX;
    for (int c = 0; c < k; c++) {
      float distance = 0;
      for (int j = 0; j < d; j++) {
        float difference = points[i * d + j] - centres[c * d + j];
        distance += difference * difference;
      }
      if (distance < least) {
        least = distance;
        nearest = c;
      }
    }
    changed += nearest != assigned[i];
    assigned[i] = nearest;
  }
  return changed;
}

/* Moves each centre to the mean of its points; one without points stays. */
static void moveCentres(const struct Points *points, int k, const int *assigned, float *centres) {
  int d = points->d;
  double *sums = benchZeros((size_t)k * d, sizeof *sums);
  long *counts = benchZeros(k, sizeof *counts);
  for (int i = 0; i < points->n; i++) {
    counts[assigned[i]]++;
    for (int j = 0; j < d; j++)
      sums[assigned[i] * d + j] += points->values[(size_t)i * d + j];
  }
  for (int c = 0; c < k; c++)
    for (int j = 0; j < d && counts[c]; j++)
      centres[c * d + j] = (float)(sums[c * d + j] / (double)counts[c]);
  free(sums), free(counts);
}

/* Points in k clusters whose middles lie anywhere in the unit cube. */
static struct Points generatePoints(int n, int d, int k) {
  struct Points points = {n, d, 0, benchZeros((size_t)n * d, sizeof(float))};
  float *middles = benchZeros((size_t)k * d, sizeof *middles);
  uint64_t seed = 1;
  for (int c = 0; c < k * d; c++)
    middles[c] = (float)benchUniform(&seed);
  for (int i = 0; i < n; i++) {
    int cluster = (int)(k * benchUniform(&seed));
    for (int j = 0; j < d; j++)
      points.values[(size_t)i * d + j] = middles[cluster * d + j] + (float)(0.2 * benchUniform(&seed) - 0.1);
  }
  free(middles);
  return points;
}

/* The next number of a PPM header, past blanks and comments. */
static int headerNumber(FILE *file, const char *name) {
  int number, c;
  while ((c = getc(file)) == '#' || c == ' ' || c == '\t' || c == '\n' || c == '\r')
    if (c == '#')
      while (c != '\n' && c != EOF)
        c = getc(file);
  ungetc(c, file);
  if (fscanf(file, "%d", &number) != 1 || number < 1)
    benchFail("not a binary PPM picture:", name);
  return number;
}

static struct Points readPicture(const char *name) {
  FILE *file = fopen(name, "rb");
  if (!file)
    benchFail("cannot read", name);
  if (getc(file) != 'P' || getc(file) != '6')
    benchFail("not a binary PPM picture:", name);
  int width = headerNumber(file, name), height = headerNumber(file, name);
  if (headerNumber(file, name) != 255 || height > INT_MAX / 3 / width)
    benchFail("not a PPM picture of 8 bits per colour and below 2^31 bytes:", name);
  getc(file);
  struct Points points = {width * height, 3, width, NULL};
  size_t count = (size_t)3 * width * height;
  unsigned char *bytes = benchZeros(count, 1);
  if (fread(bytes, 1, count, file) != count)
    benchFail("the picture ends early:", name);
  fclose(file);
  points.values = benchZeros(count, sizeof(float));
  for (size_t i = 0; i < count; i++)
    points.values[i] = bytes[i];
  free(bytes);
  return points;
}

static void writePicture(const char *name, const struct Points *points, const int *assigned, const float *centres) {
  FILE *file = fopen(name, "wb");
  if (!file)
    benchFail("cannot write", name);
  fprintf(file, "P6\n%d %d\n255\n", points->width, points->n / points->width);
  for (int i = 0; i < points->n; i++)
    for (int j = 0; j < 3; j++)
      putc((int)(centres[assigned[i] * 3 + j] + 0.5f), file);
  if (ferror(file) | fclose(file))
    benchFail("cannot write", name);
}

static double squareDistance(const struct Points *points, int i, const float *centre) {
  double sum = 0;
  for (int j = 0; j < points->d; j++) {
    double difference = (double)points->values[(size_t)i * points->d + j] - centre[j];
    sum += difference * difference;
  }
  return sum;
}

/*
 * Looks at some 20,000 points, spread over all, in double precision. A distance in single precision is a sum of d
 * squares, none negative: its relative error is at most (d + 2) 2^-24, so the nearest by it is truly the nearest
 * within twice that.
 */
static const char *check(const struct Points *points, int k, const int *before, const int *assigned,
                         const float *centres, long changed) {
  double slack = 1 + 2 * (points->d + 3) * 0x1p-24;
  int step = points->n / 20000 + 1;
  for (int i = 0; i < points->n; i += step) {
    if (assigned[i] < 0 || assigned[i] >= k)
      return "a point has no centre";
    double own = squareDistance(points, i, centres + assigned[i] * points->d);
    for (int c = 0; c < k; c++)
      if (own > slack * squareDistance(points, i, centres + c * points->d))
        return "a point is nearer to another centre than to its own";
  }
  long count = 0;
  for (int i = 0; i < points->n; i++)
    count += before[i] != assigned[i];
  return count == changed ? NULL : "the count of changed points is wrong";
}

/* Runs the passes; returns the seconds in the annotated loop. `before` holds what the last pass started from. */
static double cluster(const struct Points *points, int k, int passes, float *centres, int *assigned, int *before,
                      long *changed) {
  double seconds = 0;
  for (int pass = 0; pass < passes; pass++) {
    if (pass)
      moveCentres(points, k, assigned, centres);
    memcpy(before, assigned, points->n * sizeof *before);
    double begin = benchSeconds();
    *changed = assignPoints(points->n, points->d, k, points->values, centres, assigned);
    seconds += benchSeconds() - begin;
    if (!*changed)
      break;
  }
#ifdef __HETCC__
  const float *values = points->values;
#pragma omp depersist(values)
#endif
  return seconds;
}

static double meanSquareDistance(const struct Points *points, const int *assigned, const float *centres) {
  double sum = 0;
  for (int i = 0; i < points->n; i++)
    sum += squareDistance(points, i, centres + assigned[i] * points->d);
  return sum / points->n;
}

int main(int argc, char **argv) {
  struct BenchOption options[] = {{"points", "generated points", {"2003", "300000", "1210000"}, NULL},
                                  {"dims", "their coordinates", {"5", "9", "9"}, NULL},
                                  {"clusters", "centres", {"8", "128", "500"}, NULL},
                                  {"passes", "passes at most", {"5", "7", "7"}, NULL},
                                  {"image", "PPM picture whose pixels are the points", {"", "", ""}, NULL},
                                  {"picture", "PPM picture to write", {"", "", ""}, NULL},
                                  {NULL, NULL, {NULL}, NULL}};
  benchParse(argc, argv, "k-means clustering", options);
  int k = benchInteger(options, "clusters", 1), passes = benchInteger(options, "passes", 1);
  const char *image = benchText(options, "image"), *picture = benchText(options, "picture");
  int n = benchInteger(options, "points", 1), d = benchInteger(options, "dims", 1);
  struct Points points = *image ? readPicture(image) : generatePoints(n, d, k);
  if (k > points.n || points.n > INT_MAX / points.d || k > INT_MAX / points.d)
    benchFail("no more centres than points, and below 2^31 coordinates, not", benchText(options, "clusters"));

  /* The centres start at points spread evenly over all. */
  float *centres = benchZeros((size_t)k * points.d, sizeof *centres);
  for (int c = 0; c < k; c++)
    memcpy(centres + c * points.d, points.values + (size_t)((long)c * points.n / k) * points.d,
           points.d * sizeof *centres);
  int *assigned = benchZeros(points.n, sizeof *assigned), *before = benchZeros(points.n, sizeof *before);
  for (int i = 0; i < points.n; i++)
    assigned[i] = -1;

  long changed = 0;
  double seconds = cluster(&points, k, passes, centres, assigned, before, &changed);

  const char *failure = check(&points, k, before, assigned, centres, changed);
  if (*image && *picture)
    writePicture(picture, &points, assigned, centres);
  int count = (int)changed;
  benchDump("assigned", "i32", assigned, points.n, 0);
  benchDump("centres", "f32", centres, (size_t)k * points.d, 0);
  benchDump("changed", "i32", &count, 1, 0);
  benchResult("mean_square_distance", meanSquareDistance(&points, assigned, centres));
  free(points.values), free(centres), free(assigned), free(before);
  return benchFinish(seconds, failure);
}
