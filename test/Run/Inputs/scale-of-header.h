// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
static int scale = 3;
static inline float scaleOf(int column) { return column % 2 ? 0.5f * scale : 1; }
