/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
   What gcc reads first in a unit with directives: once it has seen a declaration it takes no precompiled header. Those
   are made without OpenMP, and gcc 12 crashes where one of them is used with it. */
#pragma GCC system_header
struct hetcc_first;
