/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A library needs a source of its own: this one is made of archives. */
typedef int hetrt_nothing;
