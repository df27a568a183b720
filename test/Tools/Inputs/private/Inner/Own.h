// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Inner: a header that files of other folders may not include.
