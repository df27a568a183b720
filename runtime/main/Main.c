/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What programs that hetcc links have between their start and `main` (-Wl,--wrap=__libc_start_main): the runtime has a
   look first, and the ranks of a job that serve as nodes never come to `main`. The object or library that has it is
   found as always, since the start files still refer to it. */
typedef int entry(int count, char **arguments, char **environment);
typedef int starter(entry *main, int count, char **arguments, void (*begin)(void), void (*end)(void),
                    void (*loader_ends)(void), void *stack);

starter __wrap___libc_start_main, __real___libc_start_main;
void hetrt_main_begins(void);

/* Not in .bss, where a program's own arrays may take more than the 2 GiB that code reaches. */
static entry *of_program __attribute__((section(".data")));

/* After static initialisation. */
static int begin_main(int count, char **arguments, char **environment) {
  hetrt_main_begins();
  return of_program(count, arguments, environment);
}

int __wrap___libc_start_main(entry *main, int count, char **arguments, void (*begin)(void), void (*end)(void),
                             void (*loader_ends)(void), void *stack) {
  of_program = main;
  return __real___libc_start_main(begin_main, count, arguments, begin, end, loader_ends, stack);
}
