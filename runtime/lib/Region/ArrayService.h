// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who computes with the arrays of a pass, and by which copies. This is decided by a function of what is known before
// the pass; RegionArrays finds the facts, and carries out what is decided.
#ifndef HETRT_REGION_ARRAYSERVICE_H
#define HETRT_REGION_ARRAYSERVICE_H

#include <cstdint>

namespace hetrt {

/// What is known of a pass and its arrays before the pass.
struct ArrayFacts {
  bool IsBlock = false;    ///< The region is a block, whose threads exchange padding.
  bool MayBeKept = false;  ///< Devices may have copies from earlier passes, or the region is a block.
  bool ForDevices = false; ///< Accelerators take part in the pass.
  bool CoresReach = true;  ///< No array is in a device's memory.
  bool Fits = true;        ///< The arrays are as devices need them for copies (ResolvedCall::WhyNoCopies).
  /// The region may write behind pointers that belong to none of its arrays (HETRT_REACH_ONLY).
  bool WritesAnywhere = false;
  /// One of the accelerators reaches the host's memory, and can use all arrays there.
  bool CanBeInPlace = false;
};

/// How the arrays of a pass are served.
enum class ArrayService : std::uint8_t {
  Copies,     ///< Copies for this pass only, if any: none are kept.
  KeptCopies, ///< As Copies; besides, the directory may have copies, which are used or brought up to date.
  InPlace,    ///< Accelerators that reach the host's memory work on the arrays themselves; the others leave the pass.
  Cores,      ///< Cores alone compute.
  Nobody      ///< No device can use all arrays, which is an error.
};

constexpr ArrayService serviceOf(const ArrayFacts &Of) {
  if (Of.Fits && !Of.WritesAnywhere)
    return Of.MayBeKept || Of.ForDevices ? ArrayService::KeptCopies : ArrayService::Copies;
  if (!Of.Fits && !Of.CoresReach)
    return ArrayService::Nobody;
  return Of.ForDevices && Of.CanBeInPlace && !Of.IsBlock ? ArrayService::InPlace : ArrayService::Cores;
}

/// Whether it is not known which elements a pass with this service needs. Then the present values that only devices
/// have are written back before it.
constexpr bool needsAll(ArrayService Of) { return Of == ArrayService::InPlace || Of == ArrayService::Cores; }

} // namespace hetrt

#endif
