// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/*
 * k-means by hand over splitter.h: all cores compute one part of the points, one accelerator the other, whose data the
 * program moves itself.
 *
 *     gcc -O2 -fopenmp -Iruntime/include examples/splitter-kmeans.c -o splitter-kmeans $(hetcc --libs)
 */
#include "common/kmeans.h"
#include "splitter.h"
#include <omp.h>

/* What the accelerator has of a problem. */
struct DeviceData {
  float *points, *centres;
  int *assigned;
  struct Clusters *found;
};

static void computeOnCores(const splitter *s, struct Problem *p, struct Clusters *all) {
#pragma omp parallel num_threads(omp_get_num_procs())
  {
    const long share = s->cte - s->cts, threads = omp_get_num_threads(), me = omp_get_thread_num();
    struct Clusters mine = {0};
    assignPoints(s->cts + share * me / threads, s->cts + share * (me + 1) / threads, p->points, p->centres, p->assigned,
                 &mine);
#pragma omp critical
    addClusters(all, &mine);
  }
}

static void computeOnAccelerator(splitter *s, struct Problem *p, const struct DeviceData *on, struct Clusters *all) {
  const long first = s->d_gcs, count = s->d_gce - s->d_gcs;
  struct Clusters found = {0};
  split_gpu_copyin(s, on->points + first * DIMENSIONS, p->points + first * DIMENSIONS,
                   count * DIMENSIONS * sizeof(float));
  split_gpu_copyin(s, on->centres, p->centres, sizeof p->centres);
  split_gpu_copyin(s, on->assigned + first, p->assigned + first, count * sizeof(int));
  split_gpu_copyin(s, on->found, &found, sizeof found);
  assignPoints(s->gts, s->gte, on->points, on->centres, on->assigned, on->found);
  split_gpu_copyout(s, p->assigned + first, on->assigned + first, count * sizeof(int));
  split_gpu_copyout(s, &found, on->found, sizeof found);
  addClusters(all, &found);
}

int main(int argc, char **argv) {
  struct Problem p = makeProblem(argc > 1 ? atol(argv[1]) : 5003);
  splitter *s = split_init(p.n, SPLIT_DYNAMIC | SPLIT_HOST_KERNELS, NULL, NULL);
  struct DeviceData on = {0};
  if (split_gpu_present(s)) {
    on.points = split_gpu_alloc(s, p.n * DIMENSIONS * sizeof(float));
    on.centres = split_gpu_alloc(s, sizeof p.centres);
    on.assigned = split_gpu_alloc(s, p.n * sizeof(int));
    on.found = split_gpu_alloc(s, sizeof *on.found);
  }
  omp_set_max_active_levels(2);
  for (int pass = 0; pass < PASSES; pass++) {
    struct Clusters byCores = {0}, byAccelerator = {0};
    for (long it = 0; it < s->d_end; it++) {
      split_next(s, p.n, it);
#pragma omp parallel sections num_threads(2)
      {
#pragma omp section
        {
          split_cpu_start(s);
          computeOnCores(s, &p, &byCores);
          split_cpu_end(s);
        }
#pragma omp section
        {
          split_gpu_start(s);
          if (s->gts < s->gte)
            computeOnAccelerator(s, &p, &on, &byAccelerator);
          split_gpu_end(s);
        }
      }
    }
    addClusters(&byCores, &byAccelerator);
    moveCentres(&byCores, p.centres);
    printf("pass %d: %ld points changed sides\n", pass, byCores.changed);
  }
  split_fini(s);
  int status = check("splitter-kmeans", &p);
  free(p.points), free(p.assigned);
  return status;
}
