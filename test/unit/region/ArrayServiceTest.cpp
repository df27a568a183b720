// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who computes with the arrays of a pass, for all combinations of what may be known before it.
#include "Region/ArrayService.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <iterator>
#include <string>

using namespace hetrt;

namespace {

/// The facts of a loop on cores whose arrays fit, with some of them changed.
ArrayFacts facts(std::initializer_list<bool ArrayFacts::*> Changed) {
  ArrayFacts Made;
  for (bool ArrayFacts::*const Each : Changed)
    Made.*Each = !(Made.*Each);
  return Made;
}

constexpr bool ArrayFacts::*All[] = {&ArrayFacts::IsBlock,     &ArrayFacts::MayBeKept, &ArrayFacts::ForDevices,
                                     &ArrayFacts::CoresReach,  &ArrayFacts::Fits,      &ArrayFacts::WritesAnywhere,
                                     &ArrayFacts::CanBeInPlace};

/// Calls Check(facts, their service) for every combination.
template <typename Function> void forEach(Function Check) {
  for (unsigned Bits = 0; Bits < 1u << std::size(All); ++Bits) {
    ArrayFacts Of;
    std::string Name;
    for (unsigned I = 0; I < std::size(All); ++I) {
      Of.*All[I] = Bits >> I & 1;
      Name += Bits >> I & 1 ? '1' : '0';
    }
    SCOPED_TRACE(Name);
    Check(Of, serviceOf(Of));
  }
}

} // namespace

TEST(ArrayService, OfExamplesIsAsWrittenHere) {
  using F = ArrayFacts;
  const auto Is = [](std::initializer_list<bool F::*> Changed) { return serviceOf(facts(Changed)); };
  EXPECT_EQ(Is({}), ArrayService::Copies) << "cores alone, of which some may work on copies";
  EXPECT_EQ(Is({&F::ForDevices}), ArrayService::KeptCopies) << "the pass may be the first that keeps a copy";
  EXPECT_EQ(Is({&F::MayBeKept}), ArrayService::KeptCopies) << "copies of earlier passes have present values";
  EXPECT_EQ(Is({&F::IsBlock, &F::MayBeKept}), ArrayService::KeptCopies);
  EXPECT_EQ(Is({&F::ForDevices, &F::CanBeInPlace}), ArrayService::KeptCopies) << "whether in place is each device's";
  EXPECT_EQ(Is({&F::ForDevices, &F::CoresReach}), ArrayService::KeptCopies) << "the array is one device's own";

  EXPECT_EQ(Is({&F::Fits}), ArrayService::Cores);
  EXPECT_EQ(Is({&F::Fits, &F::ForDevices}), ArrayService::Cores);
  EXPECT_EQ(Is({&F::Fits, &F::ForDevices, &F::CanBeInPlace}), ArrayService::InPlace);
  EXPECT_EQ(Is({&F::Fits, &F::ForDevices, &F::CanBeInPlace, &F::IsBlock}), ArrayService::Cores);
  EXPECT_EQ(Is({&F::Fits, &F::CoresReach}), ArrayService::Nobody);
  EXPECT_EQ(Is({&F::Fits, &F::CoresReach, &F::ForDevices, &F::CanBeInPlace}), ArrayService::Nobody);

  EXPECT_EQ(Is({&F::WritesAnywhere}), ArrayService::Cores);
  EXPECT_EQ(Is({&F::WritesAnywhere, &F::ForDevices, &F::CanBeInPlace}), ArrayService::InPlace);
  EXPECT_EQ(Is({&F::WritesAnywhere, &F::CoresReach}), ArrayService::Cores);
}

TEST(ArrayService, CopiesAreMadeWhereTheArraysFitAndOnlyThere) {
  forEach([](const ArrayFacts &Of, ArrayService Service) {
    const bool Copied = Service == ArrayService::Copies || Service == ArrayService::KeptCopies;
    EXPECT_EQ(Copied, Of.Fits && !Of.WritesAnywhere);
    EXPECT_EQ(needsAll(Service), !Copied && Service != ArrayService::Nobody);
    if (Copied) {
      EXPECT_EQ(Service == ArrayService::KeptCopies, Of.MayBeKept || Of.ForDevices);
    }
  });
}

TEST(ArrayService, NothingIsDoneInPlaceByABlockOrWithoutADeviceThatReachesTheHost) {
  forEach([](const ArrayFacts &Of, ArrayService Service) {
    if (Service == ArrayService::InPlace) {
      EXPECT_TRUE(Of.ForDevices && Of.CanBeInPlace && !Of.IsBlock);
    }
  });
}

TEST(ArrayService, OnlyArraysOfADeviceThatDoNotFitAreAnError) {
  forEach([](const ArrayFacts &Of, ArrayService Service) {
    EXPECT_EQ(Service == ArrayService::Nobody, !Of.Fits && !Of.CoresReach);
  });
}
