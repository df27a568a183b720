// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of device kinds.

#include "Device/DeviceList.h"

#include <gtest/gtest.h>

#include <set>

namespace hetrt::test {

TEST(DeviceList, KindsHaveNamesHelpAndSettingsOfTheirOwn) {
  std::set<std::string_view> Names, Settings;
  for (const DeviceKind &Kind : deviceKinds()) {
    EXPECT_TRUE(Names.insert(Kind.Name).second) << Kind.Name;
    EXPECT_TRUE(Settings.insert(Kind.Setting).second) << Kind.Setting;
    EXPECT_FALSE(Kind.Help.empty());
    EXPECT_FALSE(Kind.SettingHelp.empty());
    EXPECT_EQ(findDeviceKind(Kind.Name), &Kind);
  }
  EXPECT_EQ(findDeviceKind("emulate"), nullptr);
}

TEST(DeviceList, EmulatedAcceleratorsExistOnlyOnRequest) {
  const DeviceKind &Kind = *findDeviceKind("emulated");
  FoundDevices None = Kind.Enumerate({});
  EXPECT_TRUE(None.Devices.empty());
  EXPECT_TRUE(None.Result.ok());
  EXPECT_EQ(None.WhyNot, "emulated accelerators exist only when asked for, as by HETRT_DEVICES=emulated:1");
  DeviceRequest Request;
  Request.Count = 3;
  Request.Options = "speed=0.5;speed=0.25";
  FoundDevices Found = Kind.Enumerate(Request);
  ASSERT_EQ(Found.Devices.size(), 3u);
  EXPECT_EQ(Found.Devices[0]->capabilities().RelativeWidth, 0.5);
  EXPECT_EQ(Found.Devices[1]->capabilities().RelativeWidth, 0.25);
  EXPECT_EQ(Found.Devices[2]->capabilities().RelativeWidth, 0.25);
  EXPECT_EQ(Found.Devices[2]->label(), "emulated:2");
}

TEST(DeviceList, AMistakeInTheOptionsMakesNoDevice) {
  DeviceRequest Request;
  Request.Count = 1;
  Request.Options = "sped=1";
  FoundDevices Found = findDeviceKind("emulated")->Enumerate(Request);
  EXPECT_TRUE(Found.Devices.empty());
  EXPECT_EQ(Found.Result.code(), HETRT_ERROR_SETTING);
}

} // namespace hetrt::test
