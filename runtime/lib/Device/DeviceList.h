// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of all device kinds.
#ifndef HETRT_DEVICE_DEVICELIST_H
#define HETRT_DEVICE_DEVICELIST_H

#include "Device/DeviceKind.h"

#include <span>
#include <string_view>

namespace hetrt {

/// All kinds that this library was built with.
std::span<const DeviceKind> deviceKinds();

/// The kind with this name, or null.
const DeviceKind *findDeviceKind(std::string_view Name);

} // namespace hetrt

#endif
