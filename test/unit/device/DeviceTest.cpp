// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the devices of the conformance suite.

#include "DeviceTest.h"
#include "LoopbackJob.h"
#include "Serve/NodeFleet.h"

#include <dlfcn.h>
#include <filesystem>

namespace hetrt::test {

const std::string &fakeCudaPath() {
  static const std::string Path =
      (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "libhetrt_fake_cuda.so").string();
  return Path;
}

const FakeCuda *fakeCuda() {
  static const FakeCuda *Fake = [] {
    void *Library = dlopen(fakeCudaPath().c_str(), RTLD_NOW | RTLD_LOCAL);
    void *Entry = Library ? dlsym(Library, FakeCudaSymbol) : nullptr;
    return Entry ? reinterpret_cast<const FakeCuda *(*)()>(Entry)() : nullptr;
  }();
  if (Fake) {
    Fake->Reset();
    registerWith(*Fake);
  }
  return Fake;
}

std::unique_ptr<Device> makeDevice(const Configuration &C) {
  std::vector<std::unique_ptr<Device>> Found = makeDevices(C, 1);
  return Found.empty() ? nullptr : std::move(Found.front());
}

/// One job for all tests. A fault that a test leaves in it would show in the next test.
static LoopbackJob &loopbackJob() {
  static LoopbackJob Job(2);
  return Job;
}

static LoopbackJob &jobWithDevices() {
  static const char *const Environment[] = {nullptr};
  static LoopbackJob Job(2, {.Program = node::programName(), .OnLoss = {}, .Devices = "cpu+emulated:1"}, nullptr,
                         [] { return std::make_unique<node::NodeFleet>(Environment); });
  return Job;
}

std::vector<std::unique_ptr<Device>> makeDevices(const Configuration &C, unsigned Count) {
  if (C.Options == Loopback)
    return loopbackJob().devices(Count);
  if (C.Options == LoopbackWithDevices)
    return jobWithDevices().devices(Count);
  DeviceRequest Request;
  Request.Count = Count;
  Request.Options = C.Options;
  if (C.Options == FakeDriver) {
    if (!fakeCuda())
      return {};
    Request.Options = fakeCudaPath();
  }
  FoundDevices Found = findDeviceKind(C.Kind)->Enumerate(Request);
  EXPECT_OK(Found.Result);
  return std::move(Found.Devices);
}

} // namespace hetrt::test
