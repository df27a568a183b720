// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: writes records for calls between translation units (hetrt.h; docs/design/other-units.md). A unit
// writes a record, one hetrt_function, for each function that other units can call: it says what the function does with
// its parameters, and why devices cannot run it. A unit whose loop calls a function of another unit writes a callee,
// one hetrt_callee, by which the runtime finds the record.
#ifndef HETCC_LIB_FRONTEND_FUNCTIONRECORDS_H
#define HETCC_LIB_FRONTEND_FUNCTIONRECORDS_H

#include "Analysis/Calls/OtherUnits.h"
#include "Analysis/Region/RegionGroup.h"
#include "Rewrite/Initializer.h"

namespace hetcc {

class Callees;
class TokenStream;

/// All records of one unit.
class FunctionRecords {
public:
  FunctionRecords(clang::ASTContext &Context, const TokenStream &Tokens) : Context(Context), Tokens(Tokens) {}

  /// Makes a record for each function of this unit that other units can call.
  void describe();
  /// Makes a callee for each function of another unit that the loops of `G` call, and for each function of this unit
  /// that may be replaced when the program is loaded. With `Wanted`, linking the program fails if the other unit has no
  /// record of the function, or if its record says that no device can run the function.
  void call(const RegionGroup &G, bool Wanted);

  /// Whether this unit has no function that other units can call.
  bool empty() const { return Own.empty(); }
  /// Returns the text of all records and callees. The host source has it before the user's first line. It may come
  /// before the functions' declarations, because it refers to the unit's functions only by linker symbols. After the
  /// last line, it would change compiler messages about the end of the unit.
  std::string text() const;

private:
  struct Record {
    const clang::FunctionDecl *Function = nullptr;
    FunctionLimits Limits;
    uint64_t Written = 0; ///< bit I: the function may write memory through parameter I
    std::vector<FilledParameter> Filled;
    bool ComparesAddresses = false; ///< the function compares addresses that it gets by its parameters
  };
  struct Function {
    std::string Symbol; ///< the function's linkage name
    const clang::FunctionDecl *Decl = nullptr;
    bool IsOwn = false;       ///< this unit defines the function
    bool GetsSeveral = false; ///< a call may pass addresses in several arrays
    bool Wanted = false;      ///< linking fails if devices cannot run the function, see call()
  };
  /// Makes callees for the functions in the lists Elsewhere and Replaceable of `Called`, which belongs to a Region or
  /// to the FunctionLimits of a function.
  void note(const ForeignFunctions &Called, bool Wanted);
  Function &noted(std::string Symbol, const clang::FunctionDecl *Callee);
  std::string callee(const Function &Of) const;
  std::string record(const Record &Of) const;
  Initializer begin(const clang::FunctionDecl &F, llvm::StringRef Symbol) const;

  clang::ASTContext &Context;
  const TokenStream &Tokens;
  std::vector<Record> Own;
  std::vector<Function> Called;
};

} // namespace hetcc
#endif
