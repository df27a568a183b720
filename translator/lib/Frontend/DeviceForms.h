// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels that GPUs get of a unit's regions, and why some get none.
#ifndef HETCC_LIB_FRONTEND_DEVICEFORMS_H
#define HETCC_LIB_FRONTEND_DEVICEFORMS_H

#include "Diagnostics.h"
#include "Frontend/Outputs.h"

namespace hetcc {

class DeviceForms {
public:
  DeviceForms(clang::ASTContext &Context, const TokenStream &Tokens, const TranslateOptions &Options,
              Diagnostics &Diags, DeviceUnit &Unit)
      : Context(Context), Tokens(Tokens), Options(Options), Diags(Diags), Unit(Unit) {}

  /// Gives each instance that the device compiler can take a kernel.
  void add(RegionGroup &G);

private:
  bool isLeftOnGpu(RegionGroup &G, size_t Instance);
  void warnNoGpuForm(RegionGroup &G, const Region *Only, const std::string &Cause, const std::string &Remedy);

  clang::ASTContext &Context;
  const TokenStream &Tokens;
  const TranslateOptions &Options;
  Diagnostics &Diags;
  DeviceUnit &Unit;
};

} // namespace hetcc
#endif
