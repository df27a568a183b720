// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs passes, then: traced WHAT, where WHAT is 'exit', 'abort', 'wait' (for a signal), 'fork', 'long' or 'move' (changes its folder).
#include <hetcc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { n = 1000 };
static double y[n];

static void pass(void) {
#pragma omp parallel for HETCC(hetero(1) part_copy(y[1:n]))
  for (int i = 0; i < n; i++)
    y[i] += 1;
}

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "exit";
  for (int i = 0; i < 3; i++)
    pass();
  if (strcmp(what, "abort") == 0)
    abort();
  if (strcmp(what, "wait") == 0) {
    usleep(300000); // the next event writes events to the file that are older than a quarter of a second
    pass();
    puts("ready");
    fflush(stdout);
    while (1)
      pause();
  }
  if (strcmp(what, "fork") == 0) {
    if (fork() == 0) {
      pass();
      exit(y[0] == 4 ? 0 : 1);
    }
    int status;
    wait(&status);
    pass();
    puts(WIFEXITED(status) && WEXITSTATUS(status) == 0 && y[0] == 4 ? "forked" : "wrong");
  }
  if (strcmp(what, "long") == 0)
    for (int i = 0; i < 3000; i++)
      pass();
  if (strcmp(what, "move") == 0 && chdir("/") != 0)
    puts("wrong");
  puts(y[n - 1] > 2 ? "right" : "wrong");
}
