// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fixture of the devices' conformance suite: every test runs on every kind of device, in several configurations.
#ifndef HETRT_TEST_DEVICE_DEVICETEST_H
#define HETRT_TEST_DEVICE_DEVICETEST_H

#include "Device/DeviceList.h"
#include "TestKernels.h"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace hetrt::test {

/// In a configuration's options: the CUDA device with the fake driver.
inline constexpr std::string_view FakeDriver = "the fake driver";

/// In a configuration's options: nodes whose ranks are threads of this process.
inline constexpr std::string_view Loopback = "threads of this process";

/// In a configuration's options: nodes whose ranks are threads of this process, each with an emulated accelerator.
inline constexpr std::string_view LoopbackWithDevices = "threads of this process with devices";

/// One configuration of one kind of device.
struct Configuration {
  const char *Name;
  std::string_view Kind, Options;
  bool CopiesAcross = true; ///< Devices of this kind can copy directly from each other.
};

inline std::ostream &operator<<(std::ostream &Stream, const Configuration &C) { return Stream << C.Name; }

inline constexpr Configuration Configurations[] = {
    {"Emulated", "emulated", ""},
    {"EmulatedOneBlock", "emulated", "blocks=1"},
    {"EmulatedManyBlocks", "emulated", "blocks=1024,seed=7"},
    {"EmulatedSlow", "emulated", "speed=0.5,latency=20us,bandwidth=1G"},
    {"EmulatedUnified", "emulated", "unified=0.5"},
    {"FakeDriver", "cuda", FakeDriver},
    {"Cuda", "cuda", ""},
    {"Node", "node", Loopback},
    {"NodeWithDevices", "node", LoopbackWithDevices},
};

/// The path of the fake driver, which is beside the test program.
const std::string &fakeCudaPath();

/// The control functions of the fake driver, after a reset, with the suite's kernels registered; null if the library is
/// missing.
const FakeCuda *fakeCuda();

/// Makes a device; null if there is none of this kind.
std::unique_ptr<Device> makeDevice(const Configuration &C);

/// Makes up to `Count` devices of one kind, as many as there are.
std::vector<std::unique_ptr<Device>> makeDevices(const Configuration &C, unsigned Count);

/// Expects `Expression`, a Status, to be success; prints its message otherwise.
#define EXPECT_OK(Expression)                                                                                          \
  do {                                                                                                                 \
    const ::hetrt::Status ExpectedOk = (Expression);                                                                   \
    EXPECT_TRUE(ExpectedOk.ok()) << ExpectedOk.message();                                                              \
  } while (false)
#define ASSERT_OK(Expression)                                                                                          \
  do {                                                                                                                 \
    const ::hetrt::Status ExpectedOk = (Expression);                                                                   \
    ASSERT_TRUE(ExpectedOk.ok()) << ExpectedOk.message();                                                              \
  } while (false)

/// Expects the error for a misuse of a device by the runtime, with a message that contains `Text`.
#define EXPECT_MISUSE(Expression, Text)                                                                                \
  do {                                                                                                                 \
    const ::hetrt::Status Misused = (Expression);                                                                      \
    EXPECT_EQ(Misused.code(), HETRT_ERROR_INTERNAL);                                                                   \
    EXPECT_TRUE(Misused.isProgramFault());                                                                             \
    EXPECT_NE(Misused.message().find(Text), std::string::npos) << Misused.message();                                   \
  } while (false)

class DeviceTest : public testing::TestWithParam<Configuration> {
protected:
  void SetUp() override {
    TheDevice = makeDevice(GetParam());
    if (!TheDevice)
      GTEST_SKIP() << "no such device here";
  }

  Device &device() { return *TheDevice; }
  bool isEmulated() const { return GetParam().Kind == "emulated"; }

  /// Whether this device can run the suite's kernels.
  bool canLaunch() { return GetParam().Kind != "cuda" || GetParam().Options == FakeDriver || haveDeviceCode(); }

  DeviceAddress allocated(std::uint64_t Bytes) {
    DeviceAddress Address = 0;
    EXPECT_OK(device().allocate(Bytes, Address));
    return Address;
  }

  std::unique_ptr<Device> TheDevice;
};

/// A launch that sums iterations [0, Count), or one of a similar region, and all objects that it refers to.
struct SumLaunch {
  SumLaunch(DeviceAddress X, std::uint64_t Count, const hetrt_region &Region = SumRegion,
            std::uint64_t PartialBytes = sizeof(long long))
      : Values{reinterpret_cast<const long long *>(X)} {
    Bounds.upper[0] = static_cast<std::int64_t>(Count);
    Wanted.Region = &Region;
    Wanted.Last = Count;
    Wanted.Values = std::as_bytes(std::span(&Values, 1));
    Wanted.Bounds = {&Bounds, 1};
    Wanted.PartialBytes = PartialBytes;
    Wanted.Partials = &Partials;
  }
  SumLaunch(const SumLaunch &) = delete;
  SumLaunch &operator=(const SumLaunch &) = delete;

  const SumValues Values;
  hetrt_bounds Bounds = {};
  std::vector<std::byte> Partials;
  Launch Wanted;
};

/// Device copies of x and y for AxpyRegion, holding the indices [Lower, Upper) of n-element arrays.
class AxpyOnDevice {
public:
  AxpyOnDevice(Device &On, std::int64_t Lower, std::int64_t Upper)
      : On(On), Lower(Lower), Upper(Upper), SaidLower(Lower), SaidUpper(Upper) {
    EXPECT_OK(On.allocate(bytes(), X));
    EXPECT_OK(On.allocate(bytes(), Y));
  }
  ~AxpyOnDevice() {
    EXPECT_OK(On.release(X));
    EXPECT_OK(On.release(Y));
  }

  std::uint64_t bytes() const { return static_cast<std::uint64_t>(Upper - Lower) * sizeof(double); }

  /// Enqueues the copies in, and makes Queue::Compute wait for them.
  void enqueueIn(const std::vector<double> &HostX, const std::vector<double> &HostY) {
    EXPECT_OK(On.copyIn(X, HostX.data() + Lower, bytes()));
    EXPECT_OK(On.copyIn(Y, HostY.data() + Lower, bytes()));
    EXPECT_OK(On.orderAfter(Queue::Compute, Queue::In));
  }

  DeviceAddress addressOfY() const { return Y; }

  Status enqueueLaunch(double A, std::uint64_t First, std::uint64_t Last, const hetrt_region &Region = AxpyRegion,
                       bool InOrder = false) {
    AxpyValues Values = {A, offset<const double>(X), offset<double>(Y)};
    hetrt_bounds Bounds[2] = {};
    DeviceRange Ranges[2] = {{X, bytes()}, {Y, bytes()}};
    for (unsigned W = 0; W < 2; ++W) {
      Bounds[W].lower[0] = Bounds[W].write_lower[0] = Bounds[W].flat_lower = Bounds[W].flat_write_lower = SaidLower;
      Bounds[W].upper[0] = Bounds[W].write_upper[0] = Bounds[W].flat_upper = Bounds[W].flat_write_upper = SaidUpper;
      Bounds[W].window = W;
    }
    Launch Wanted;
    Wanted.Region = &Region;
    Wanted.First = First;
    Wanted.Last = Last;
    Wanted.Values = std::as_bytes(std::span(&Values, 1));
    Wanted.Bounds = Bounds;
    Wanted.Windows = Ranges;
    Wanted.InOrder = InOrder;
    return On.launch(Wanted);
  }

  /// Makes launches state that the device holds the elements [From, To), whatever elements its copies contain.
  void saysItHas(std::int64_t From, std::int64_t To) { SaidLower = From, SaidUpper = To; }

  void enqueueOut(std::vector<double> &HostY) {
    EXPECT_OK(On.orderAfter(Queue::Out, Queue::Compute));
    EXPECT_OK(On.copyOut(HostY.data() + Lower, Y, bytes()));
  }

  DeviceAddress X = 0, Y = 0;

private:
  /// The pointer that a kernel receives for device memory that begins with element `Lower` of the user's array:
  /// elements are found at their indices in the user's array.
  template <typename T> T *offset(DeviceAddress Window) const {
    return reinterpret_cast<T *>(Window - static_cast<std::uint64_t>(Lower) * sizeof(double));
  }

  Device &On;
  const std::int64_t Lower, Upper;
  std::int64_t SaidLower, SaidUpper;
};

inline std::vector<double> ramp(std::size_t Count, double First) {
  std::vector<double> V(Count);
  std::iota(V.begin(), V.end(), First);
  return V;
}

/// Instantiates a fixture for every configuration.
#define ON_EVERY_DEVICE(Fixture)                                                                                       \
  INSTANTIATE_TEST_SUITE_P(Devices, Fixture, testing::ValuesIn(Configurations),                                        \
                           [](const testing::TestParamInfo<Configuration> &Info) { return Info.param.Name; })

} // namespace hetrt::test

#endif
