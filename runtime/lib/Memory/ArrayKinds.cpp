// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes, for each array of a pass, an object of the class that belongs to its ArrayKind in the memory plan.
#include "Memory/ArrayKinds.h"

#include "Memory/ComparedCopy.h"
#include "Memory/CopiesOnDevice.h"
#include "Memory/GatheredArrays.h"

namespace hetrt {

static std::unique_ptr<ArrayOnDevice> arrayOn(const PassDevice &On, const MemoryPlan &Plan, unsigned Index) {
  switch (Plan.Kinds[Index]) {
  case ArrayKind::InPlace:
    return std::make_unique<InPlace>(On, Index);
  case ArrayKind::Share:
    return std::make_unique<ShareOnDevice>(On, Index);
  case ArrayKind::ComparedShare:
    return std::make_unique<ComparedShare>(On, Index);
  case ArrayKind::Gathered: // arraysOn() makes GatheredElements last, since they refer to the GatheredIndices object
    return On.Arrays.Call.Arrays[Index].Indirect.Integers ? std::make_unique<GatheredIndices>(On, Index) : nullptr;
  case ArrayKind::PassCopy:
    return std::make_unique<PassCopy>(On, Index);
  case ArrayKind::ComparedCopy:
    return std::make_unique<ComparedCopy>(On, Index);
  case ArrayKind::KeptCopy:
    return std::make_unique<KeptCopy>(On, Index, Plan.WritesBack);
  }
  return nullptr;
}

std::vector<std::unique_ptr<ArrayOnDevice>> arraysOn(const PassDevice &On, const MemoryPlan &Plan) {
  const std::vector<PassArray> &Arrays = On.Arrays.Call.Arrays;
  std::vector<std::unique_ptr<ArrayOnDevice>> Made;
  for (unsigned Index = 0; Index < Arrays.size(); ++Index)
    Made.push_back(arrayOn(On, Plan, Index));
  for (unsigned Index = 0; Index < Arrays.size(); ++Index)
    if (const int By = Arrays[Index].Indirect.IndexedBy; By >= 0 && Plan.Kinds[Index] == ArrayKind::Gathered)
      Made[Index] =
          std::make_unique<GatheredElements>(On, Index, static_cast<const GatheredIndices &>(*Made[unsigned(By)]));
  return Made;
}

} // namespace hetrt
