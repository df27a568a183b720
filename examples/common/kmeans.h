/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * k-means for the examples that drive devices by hand: the kernel, the host's part between two passes, and a serial
 * reference. Coordinates are small whole numbers, so that sums are exact in every order and results equal bit by bit.
 */
#ifndef EXAMPLES_COMMON_KMEANS_H
#define EXAMPLES_COMMON_KMEANS_H

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIMENSIONS = 4, CLUSTERS = 7, PASSES = 8 };

/* What a pass finds out about the clusters. */
struct Clusters {
  double sums[CLUSTERS][DIMENSIONS];
  long counts[CLUSTERS], changed;
};

static void addClusters(void *into, const void *from) {
  struct Clusters *a = (struct Clusters *)into;
  const struct Clusters *b = (const struct Clusters *)from;
  for (int c = 0; c < CLUSTERS; c++) {
    for (int d = 0; d < DIMENSIONS; d++)
      a->sums[c][d] += b->sums[c][d];
    a->counts[c] += b->counts[c];
  }
  a->changed += b->changed;
}

/* Points first to last - 1 go to their nearest centre. It runs on cores, and on the memory of emulated accelerators. */
static void assignPoints(long first, long last, const float *points, const float *centres, int *assigned,
                         struct Clusters *found) {
  for (long i = first; i < last; i++) {
    const float *point = points + i * DIMENSIONS;
    int nearest = 0;
    float least = FLT_MAX;
    for (int c = 0; c < CLUSTERS; c++) {
      float distance = 0;
      for (int d = 0; d < DIMENSIONS; d++)
        distance += (point[d] - centres[c * DIMENSIONS + d]) * (point[d] - centres[c * DIMENSIONS + d]);
      if (distance < least) {
        least = distance;
        nearest = c;
      }
    }
    found->changed += assigned[i] != nearest;
    assigned[i] = nearest;
    found->counts[nearest]++;
    for (int d = 0; d < DIMENSIONS; d++)
      found->sums[nearest][d] += point[d];
  }
}

/* Centres move to the means of their points, rounded to whole numbers; one without points stays. */
static void moveCentres(const struct Clusters *found, float *centres) {
  for (int c = 0; c < CLUSTERS; c++)
    for (int d = 0; d < DIMENSIONS && found->counts[c]; d++)
      centres[c * DIMENSIONS + d] = (float)(long)(found->sums[c][d] / (double)found->counts[c]);
}

struct Problem {
  long n;
  float *points, centres[CLUSTERS * DIMENSIONS];
  int *assigned;
};

static struct Problem makeProblem(long n) {
  struct Problem p = {n, (float *)malloc((n + 1) * DIMENSIONS * sizeof(float)), {0}, (int *)calloc(n + 1, sizeof(int))};
  unsigned long state = 1;
  for (long i = 0; i < n * DIMENSIONS; i++) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    p.points[i] = (float)(state >> 33) / (float)(1ul << 31) * 200 + (float)(i / DIMENSIONS % CLUSTERS * 90);
    p.points[i] = (float)(long)p.points[i];
  }
  for (int c = 0; c < CLUSTERS; c++)
    for (int d = 0; d < DIMENSIONS; d++)
      p.centres[c * DIMENSIONS + d] = (float)(c * 80 + d);
  return p;
}

/* Holds a problem that was solved to the serial solution; returns the exit status. */
static int check(const char *who, const struct Problem *solved) {
  struct Problem serial = makeProblem(solved->n);
  for (int pass = 0; pass < PASSES; pass++) {
    struct Clusters found = {0};
    assignPoints(0, serial.n, serial.points, serial.centres, serial.assigned, &found);
    moveCentres(&found, serial.centres);
  }
  int wrong = memcmp(serial.centres, solved->centres, sizeof serial.centres) ||
              memcmp(serial.assigned, solved->assigned, (size_t)serial.n * sizeof(int));
  printf("%s: %s\n", who, wrong ? "WRONG" : "the same as the serial result");
  free(serial.points), free(serial.assigned);
  return wrong;
}

#endif
