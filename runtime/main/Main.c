/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What programs that hetcc links call in place of `main` (-Wl,--wrap=main): the runtime has a look first, and the ranks of
   a job that serve as nodes never come to the program's own. */
int __real_main(int count, char **arguments, char **environment);
void hetrt_main_begins(void);

int __wrap_main(int count, char **arguments, char **environment);
int __wrap_main(int count, char **arguments, char **environment) {
  hetrt_main_begins();
  return __real_main(count, arguments, environment);
}
