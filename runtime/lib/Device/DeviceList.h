// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one list of device kinds.
#ifndef HETRT_DEVICE_DEVICELIST_H
#define HETRT_DEVICE_DEVICELIST_H

#include "Device/DeviceKind.h"

#include <span>
#include <string_view>

namespace hetrt {

/// All kinds this library was built with.
std::span<const DeviceKind> deviceKinds();

/// The kind called `Name`, or null.
const DeviceKind *findDeviceKind(std::string_view Name);

} // namespace hetrt

#endif
