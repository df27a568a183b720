// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Upper/A.h"
#include "Middle/A.h"
#include "Lower/A.h"
