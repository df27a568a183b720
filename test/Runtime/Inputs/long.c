// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs until SIGTERM: long WHAT, where WHAT is 'passes' (many short passes), 'pass' (one pass until the signal), or
// 'own' (the program itself handles SIGUSR1).
#include <hetcc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { n = 1000 };
static double y[n];
static volatile sig_atomic_t stop, own;

static void stops(int signal) { stop = signal; }
static void owns(int signal) { own = signal; }

static void pass(void) {
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] += 1;
}

static void wait_in_pass(void) {
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < 1; i++)
    while (!stop)
      usleep(10000);
}

static void long_pass(void) {
#pragma omp parallel for HETCC(hetero(1, cpu))
  for (int i = 0; i < 2; i++)
    wait_in_pass();
}

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "passes";
  signal(SIGTERM, stops);
  if (strcmp(what, "own") == 0)
    signal(SIGUSR1, owns);
  pass();
  printf("ready\n");
  fflush(stdout);
  if (strcmp(what, "pass") == 0)
    long_pass();
  while (!stop) {
    pass();
    usleep(1000);
  }
  puts(y[0] == y[n - 1] && y[0] >= 1 ? own ? "right, and told" : "right" : "wrong");
}
