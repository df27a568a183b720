// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the user's function computes before a pass, and hands to the runtime: bounds, captured values, and the call.
#ifndef HETCC_LIB_REWRITE_CALLWRITER_H
#define HETCC_LIB_REWRITE_CALLWRITER_H

#include "Rewrite/RegionEmitter.h"

namespace hetcc {

/// Each text stands in one scope with those that come before it here.
class CallWriter : public RegionEmitter {
public:
  using RegionEmitter::RegionEmitter;
  /// `hetrt_lower_`, `hetrt_bound_`, `hetrt_step_` and `hetrt_trips_`.
  std::string bounds() const;
  /// What partials look like.
  std::string reductionLayout() const;
  /// Tells the runtime what the region uses besides its windows.
  std::string uses() const;
  /// The structs that describe `hetrt_captured_`; nothing where the region has no values.
  std::string valueTypes() const;
  /// `hetrt_captured_`.
  std::string captured() const;
  /// `hetrt_call_`, for which the region's tables have to stand before it.
  std::string call() const;
  /// Starts the pass, or says why there is none; its `else` is open. `Arrays` is what is computed where the runtime
  /// asks for arrays.
  std::string begin(const std::string &Arrays) const;

private:
  std::string iteratorType() const;
  std::string rangeText(bool End) const;
  std::string lowerText() const;
  std::string boundText() const;
  std::string stepText() const;
  std::string refer(const Entity &E, const std::string &Spelling, const std::string &Guard,
                    bool Computed = false) const;
  std::string asked() const;
  std::string needed() const;
  std::string condition() const;
  // VariantText.cpp.
  std::string variantCall() const;
  // LaneText.cpp.
  bool isKnownOutside(const clang::Expr *E) const;
  std::string tripsOf(const SharedLoop &L) const;
  std::string sharedTrips() const;
};

} // namespace hetcc
#endif
