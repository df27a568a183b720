// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Rewrite: writes the code by which the user's function begins a pass: the loop's bounds, the captured
// values, and the call of the runtime.
#ifndef HETCC_LIB_REWRITE_CALLWRITER_H
#define HETCC_LIB_REWRITE_CALLWRITER_H

#include "Rewrite/RegionEmitter.h"

namespace hetcc {

/// Writes the parts of the code that begins a pass. The caller places the parts in one scope, in the order of the
/// functions below.
class CallWriter : public RegionEmitter {
public:
  using RegionEmitter::RegionEmitter;
  /// Declares `hetrt_lower_`, `hetrt_bound_`, `hetrt_step_` and `hetrt_trips_`.
  std::string bounds() const;
  /// Declares the layout of the region's partials (values of threads or devices that are still to be combined).
  std::string reductionLayout() const;
  /// Tells the runtime which memory the region uses besides its windows.
  std::string uses() const;
  /// Declares the struct of `hetrt_captured_`; "" if a call of the region passes no values.
  std::string valueTypes() const;
  /// Defines `hetrt_captured_`, the values that this call passes.
  std::string captured() const;
  /// Defines `hetrt_call_`. It names the region's tables, so the caller places it after them.
  std::string call() const;
  /// Begins the pass, or handles an error of the runtime. The text ends with an open `else {`, in which the pass runs.
  /// `Arrays` is code that describes the call's arrays; it is executed if the runtime returns HETRT_WANTS_ARRAYS.
  std::string begin(const std::string &Arrays) const;

  /// A condition under which devices may run the loop, as an expression, and what reports say if it is false.
  struct Condition {
    std::string Text, Says;
  };

private:
  std::string iteratorType() const;
  std::string rangeText(bool End) const;
  std::string lowerText() const;
  std::string boundText() const;
  std::string stepText() const;
  std::string refer(const Entity &E, const std::string &Spelling, const std::string &Guard,
                    bool Computed = false) const;
  std::vector<Condition> askedParts() const;
  std::vector<Condition> neededParts() const;
  std::vector<Condition> conditions(std::vector<Condition> Asked) const;
  static std::string allOf(llvm::ArrayRef<Condition> Parts);
  std::string failed(llvm::ArrayRef<Condition> Parts) const;
  // VariantText.cpp.
  std::string variantCall() const;
  // LaneText.cpp.
  bool isKnownOutside(const clang::Expr *E) const;
  std::string tripsOf(const SharedLoop &L) const;
  std::string sharedTrips() const;
};

} // namespace hetcc
#endif
