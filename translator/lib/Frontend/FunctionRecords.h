// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a unit says of its functions to loops of others, and where its own loops look for that (hetrt_function and
// hetrt_callee in hetrt.h; docs/design/other-units.md).
#ifndef HETCC_LIB_FRONTEND_FUNCTIONRECORDS_H
#define HETCC_LIB_FRONTEND_FUNCTIONRECORDS_H

#include "Analysis/OtherUnits.h"
#include "Analysis/RegionGroup.h"
#include "Rewrite/Initializer.h"

namespace hetcc {

class Callees;
class TokenStream;

/// The records of a unit.
class FunctionRecords {
public:
  FunctionRecords(clang::ASTContext &Context, const TokenStream &Tokens) : Context(Context), Tokens(Tokens) {}

  /// Describes the unit's functions that others can call.
  void describe();
  /// Functions of other units that a loop calls, and those of this one that may be replaced. `Wanted`: the program is
  /// not to be linked where the unit of one says that no device can run it, or nothing.
  void call(const RegionGroup &G, bool Wanted);

  bool empty() const { return Own.empty(); }
  /// What stands before all text that refers to it. It names nothing of the unit's but symbols, which are defined
  /// behind it: at the unit's end it would change what compilers say of that place.
  std::string text() const;

private:
  struct Record {
    const clang::FunctionDecl *Function = nullptr;
    FunctionLimits Limits;
    uint64_t Written = 0;
    std::vector<FilledParameter> Filled;
    bool ComparesAddresses = false; ///< of its parameters
  };
  struct Function {
    std::string Symbol; ///< what the linker calls it
    const clang::FunctionDecl *Decl = nullptr;
    bool IsOwn = false;       ///< the unit defines it
    bool GetsSeveral = false; ///< it may be handed addresses in several arrays
    bool Wanted = false;      ///< on devices
  };
  /// As what a region has, or a function: both have lists of these names.
  template <typename Caller> void note(const Caller &Of, bool Wanted);
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
