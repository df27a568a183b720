// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a region on the cores that the process may use, and prints how many threads the process has afterwards.
#include <dirent.h>
#include <stdio.h>

enum { N = 10007 };
static int x[N];

static int threadsOfProcess(void) {
  int count = 0;
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *entry; tasks && (entry = readdir(tasks)) != NULL;)
    count += entry->d_name[0] != '.';
  if (tasks)
    closedir(tasks);
  return count;
}

int main(void) {
  int wrong = 0;
  for (int pass = 0; pass < 3; pass++) {
#pragma omp parallel for hetero(1, cpu) part_copy(x[1:N])
    for (int i = 0; i < N; i++)
      x[i] += i;
  }
  for (int i = 0; i < N; i++)
    wrong += x[i] != 3 * i;
  printf("%s\n%d threads\n", wrong ? "wrong" : "right", threadsOfProcess());
}
