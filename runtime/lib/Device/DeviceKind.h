// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kind of device is to the list of kinds: a name, a setting, and a function that finds its devices.
#ifndef HETRT_DEVICE_DEVICEKIND_H
#define HETRT_DEVICE_DEVICEKIND_H

#include "Device/Device.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hetrt {

/// Which devices of a kind are wanted.
struct DeviceRequest {
  /// How many at most; absent: as many as there are (none for kinds that exist only on request).
  std::optional<unsigned> Count = {};

  /// Whether the settings name the kind, with or without a count.
  bool Named = false;

  /// Skip this many first: ranks of one node that share its devices start at different ones.
  unsigned Rotate = 0;

  /// The value of the kind's own setting (DeviceKind::Setting); empty: all defaults.
  std::string_view Options;
};

/// What enumerating a kind found.
struct FoundDevices {
  std::vector<std::unique_ptr<Device>> Devices;

  /// Why there are none, or fewer than asked for, in one line; empty if all is as asked. No error by itself.
  std::string WhyNot;

  /// Which of those that are there are less than the settings want of them, in one line that names the setting; empty
  /// if none is.
  std::string Less;

  /// A program fault (HETRT_ERROR_SETTING) when the options are unusable; no device is made then.
  Status Result;
};

/// A kind of device: one row of the list.
struct DeviceKind {
  std::string_view Name;    ///< As in settings: "<Name>:<count>".
  std::string_view Help;    ///< One line.
  std::string_view Setting; ///< The environment setting that holds the kind's options.
  std::string_view SettingHelp;
  FoundDevices (*Enumerate)(const DeviceRequest &Request);

  /// Whether the setting makes the process open files or libraries: programs with more rights than their callers do not
  /// follow it.
  bool SettingNamesFiles = false;

  /// Its devices are other ranks of the job: they are not divided among ranks, and where they are asked for and not all
  /// there, WhyNot is printed.
  bool OfJob = false;
};

} // namespace hetrt

#endif
