// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What old C has, gcc before 14 warns of and clang calls an error, by the names of clang's warnings: `f(x)` without a
// declaration, `static n;`. Whoever compiles the unit for the host says whether it is one.
#ifndef HETCC_LIB_ACCEPTEDBYGCC_H
#define HETCC_LIB_ACCEPTEDBYGCC_H

namespace hetcc {

inline constexpr const char *AcceptedByGcc[] = {
    "implicit-int",
    "implicit-function-declaration",
    "int-conversion",
    "incompatible-function-pointer-types",
    "return-mismatch",
    "return-type",
};

} // namespace hetcc
#endif
