// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Body: how a body uses the objects that its expressions name.
#ifndef HETCC_LIB_ANALYSIS_BODY_USE_H
#define HETCC_LIB_ANALYSIS_BODY_USE_H

#include "Analysis/Region/Window.h"
#include <string>

namespace hetcc {

/// What may happen to the object that a glvalue names or, if the expression is the value of a pointer, to the object
/// that the pointer leads to. A set of bits.
enum Use : unsigned {
  None = 0,
  Reads = 1,
  Writes = 2,
  Modifies = Reads | Writes,
  Escapes = 4,     ///< the object's address is taken, so its neighbours may be reached as well
  Calls = 8,       ///< with Writes: a non-const member function gets the object, and may write it or not
  Lends = 16,      ///< with Writes: other code gets a reference or pointer to the object, and may write it or not
  Partly = 32,     ///< with Writes: only a part of the object is written
  ByOtherUnit = 64 ///< with Writes: a function of another unit gets the object, and may write it or not
};

/// The use of an object that follows from the use U of a part of it.
inline unsigned ofPart(unsigned U) { return U & Writes ? U | Partly : U; }

/// The called function that gets the visited object.
struct Receiver {
  Lending Lent;               ///< with ByOtherUnit: the function and the parameter that get the object's address
  std::string Writer;         ///< for messages: where the function writes the object; empty if it does not
  bool IsConstMember = false; ///< a const member function is called on the object
};

} // namespace hetcc
#endif
