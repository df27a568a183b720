// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the devices of the conformance suite.

#include "DeviceTest.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace hetrt::test {

const FakeCuda &fakeCuda() {
  static const FakeCuda *Fake = [] {
    void *Library = dlopen(FakeCudaLibrary, RTLD_NOW | RTLD_LOCAL);
    void *Entry = Library ? dlsym(Library, FakeCudaSymbol) : nullptr;
    if (!Entry) {
      std::fprintf(stderr, "the fake CUDA driver is missing: %s\n", dlerror());
      std::abort();
    }
    return reinterpret_cast<const FakeCuda *(*)()>(Entry)();
  }();
  Fake->Reset();
  registerWith(*Fake);
  return *Fake;
}

std::unique_ptr<Device> makeDevice(const Configuration &C) {
  if (C.Options == std::string(FakeCudaLibrary))
    fakeCuda();
  DeviceRequest Request;
  Request.Count = C.Count;
  Request.Options = C.Options;
  FoundDevices Found = findDeviceKind(C.Kind)->Enumerate(Request);
  EXPECT_OK(Found.Result);
  return Found.Devices.empty() ? nullptr : std::move(Found.Devices.front());
}

} // namespace hetrt::test
