// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: generates the GPU kernels of a unit's regions, and warns about regions that cannot have a
// kernel.
#ifndef HETCC_LIB_FRONTEND_DEVICEFORMS_H
#define HETCC_LIB_FRONTEND_DEVICEFORMS_H

#include "Diagnostics.h"
#include "Frontend/Outputs.h"

namespace hetcc {

/// Adds kernels to the device source of a unit.
class DeviceForms {
public:
  DeviceForms(clang::ASTContext &Context, const TokenStream &Tokens, const TranslateOptions &Options,
              Diagnostics &Diags, DeviceUnit &Unit)
      : Context(Context), Tokens(Tokens), Options(Options), Diags(Diags), Unit(Unit) {}

  /// Adds a kernel for each instance of the loop that can run on a GPU.
  void add(RegionGroup &G);

private:
  bool isLeftOnGpu(RegionGroup &G, size_t Instance);
  void addNeeds(const Region &R);
  void warnNoGpuForm(RegionGroup &G, const Region *Only, const std::string &Cause, const std::string &Remedy);

  clang::ASTContext &Context;
  const TokenStream &Tokens;
  const TranslateOptions &Options;
  Diagnostics &Diags;
  DeviceUnit &Unit;
};

} // namespace hetcc
#endif
