// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Describes a kind of device (emulated, cuda, node) for the list of kinds (DeviceList.h): the kind's name and setting,
// and a function that finds the devices of this kind.
#ifndef HETRT_DEVICE_DEVICEKIND_H
#define HETRT_DEVICE_DEVICEKIND_H

#include "Device/Device.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hetrt {

/// Which devices of a kind the settings ask for.
struct DeviceRequest {
  /// The most devices to return; absent: all that exist (none for kinds that exist only on request).
  std::optional<unsigned> Count = {};

  /// Whether the settings name the kind, with or without a count.
  bool Named = false;

  /// The number of devices to skip first, so that ranks of an MPI job on one machine start with different devices.
  unsigned Rotate = 0;

  /// The value of the setting DeviceKind::Setting; empty: defaults.
  std::string_view Options;
};

/// The result of looking for the devices of a kind.
struct FoundDevices {
  std::vector<std::unique_ptr<Device>> Devices;

  /// Why there are no devices, or fewer than asked for, in one line; empty if there are enough. Having none is not an
  /// error by itself.
  std::string WhyNot;

  /// A message of one line if a setting asks more of some devices than they can do; it names these devices and the
  /// setting. Empty if all devices can do what the settings ask.
  std::string Less;

  /// A program fault (HETRT_ERROR_SETTING) if the options are wrong; Devices is empty then.
  Status Result;
};

/// A kind of device: one row of the table in DeviceList.cpp.
struct DeviceKind {
  std::string_view Name;    ///< The kind's name in settings, as in "<Name>:<count>".
  std::string_view Help;    ///< A description of one line.
  std::string_view Setting; ///< The environment setting that holds the kind's options.
  std::string_view SettingHelp;
  FoundDevices (*Enumerate)(const DeviceRequest &Request);

  /// Whether the setting names files or libraries that the process opens; a set-user-ID program ignores it.
  bool SettingNamesFiles = false;

  /// The devices are other ranks of the MPI job. They are not divided among ranks, and if there are fewer of them than
  /// the settings ask for, FoundDevices::WhyNot is printed.
  bool OfJob = false;
};

} // namespace hetrt

#endif
