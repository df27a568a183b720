// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analysis: what is known of the functions of the libraries of C, C++, OpenMP and POSIX, whose definitions
// are in no unit: which of them devices have, which memory they access, and whether a thread may wait in them for
// another thread.
#ifndef HETCC_LIB_ANALYSIS_SYNTAX_LIBRARYFUNCTIONS_H
#define HETCC_LIB_ANALYSIS_SYNTAX_LIBRARYFUNCTIONS_H

#include "clang/AST/Decl.h"

namespace hetcc {

/// Whether a function is the C library's: a system header declares it, or the program does, with the library's type.
/// A function that only has the name of a library function may be another unit's.
bool isOfCLibrary(const clang::FunctionDecl &F, const clang::ASTContext &Context);

/// Whether a function of the C library has a counterpart on devices. For each name of a mathematical function, the
/// functions for float and long double, with a suffix (`cosf`, `cosl`), have one as well.
bool hasDeviceForm(llvm::StringRef Name);

/// Whether generated device code defines a function of the C library itself: functions that end the program, and
/// printf.
bool isDefinedForDevices(llvm::StringRef Name);

/// Whether a function of the C library reads and writes nothing but its arguments, and returns no pointer into a
/// constant argument (as `strchr` and `strtol` do). Devices that run host code can call the function; GPUs have none of
/// these.
bool staysWithinArguments(llvm::StringRef Name);

/// Whether a mathematical function of the C library stores a result in the object that its argument number `Number`
/// points to, and does not read the object.
bool setsArgument(llvm::StringRef Name, unsigned Number);

/// Whether a function of the C library allocates or frees memory.
bool isAllocator(llvm::StringRef Name);

/// What a function of a library means for threads that may wait for each other.
enum class Waiting {
  Never,   ///< no thread waits in the function for another one, and other threads do not notice the call
  Tells,   ///< no thread waits in the function, but others may notice that it was called, as by its output
  Asks,    ///< the function does not wait, but may tell what another thread has done; a loop around it may wait
  Waits,   ///< the function waits for other threads, as for a lock
  Unknown, ///< nothing is known of the function
};

/// What a function that C, OpenMP or POSIX defines means for threads; Unknown for other functions, and for functions of
/// these libraries that may wait for input.
Waiting waitingIn(const clang::FunctionDecl &F, const clang::ASTContext &Context);

/// Whether a function belongs to the standard library of C++: its containers, streams, and so on.
bool isOfStandardLibrary(const clang::FunctionDecl &F);

/// What a function of the standard library of C++ means for threads, according to the header that declares it. Unknown
/// means that the function's definition is in a header, so the functions that it calls decide.
Waiting waitingInStandard(const clang::FunctionDecl &F, const clang::ASTContext &Context);

} // namespace hetcc
#endif
