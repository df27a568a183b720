// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lower/A.h"
