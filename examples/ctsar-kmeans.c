// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * k-means by hand over ctsar.h: points stay on the devices between passes, and what becomes of the clusters comes from a
 * reduction by callback.
 *
 *     gcc -O2 -fopenmp -Iruntime/include examples/ctsar-kmeans.c -o ctsar-kmeans $(hetcc --libs)
 */
#include "common/kmeans.h"
#include "ctsar.h"

int main(int argc, char **argv) {
  struct Problem p = makeProblem(argc > 1 ? atol(argv[1]) : 5003);
  const struct Clusters nothing = {0};
  ctsar *s = NULL;
  ctsar_init(&s, p.n, CTSAR_ADAPTIVE, CTSAR_DEV_ALL | CTSAR_DEV_HOST_KERNELS, NULL, NULL);
  for (int pass = 0; pass < PASSES; pass++) {
    struct Clusters found = nothing;
#pragma omp parallel num_threads(ctsar_threads(s))
    do {
      const float *points = ctsar_reg_mem(s, p.points, DIMENSIONS * sizeof(float), p.n,
                                          CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT | CTSAR_MEM_PERSIST);
      const float *centres = ctsar_reg_mem(s, p.centres, sizeof(float), CLUSTERS * DIMENSIONS, CTSAR_MEM_INPUT);
      int *assigned = ctsar_reg_mem(s, p.assigned, sizeof(int), p.n,
                                    CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST);
      struct Clusters *part = ctsar_reg_reduc(s, &found, &nothing, sizeof nothing, addClusters);
      ctsar_next(s, p.n);
      assignPoints(CSTART(s), CEND(s), points, centres, assigned, part);
    } while (ctsar_loop(s));
    moveCentres(&found, p.centres);
    printf("pass %d: %ld points changed sides\n", pass, found.changed);
  }
  ctsar_fini(&s);
  int status = check("ctsar-kmeans", &p);
  free(p.points), free(p.assigned);
  return status;
}
