// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of the CUDA device only, with the fake driver: its use of errors, contexts, images and driver objects.

#include "Device/Cuda/CudaDevice.h"
#include "DeviceTest.h"

#include <cstring>
#include <functional>
#include <thread>

namespace hetrt::test {

namespace {

constexpr int OutOfMemory = 2, NoDevice = 100, EccUncorrectable = 214, IllegalAddress = 700, OutOfResources = 701;

class CudaFake : public testing::Test {
protected:
  FoundDevices find(std::optional<unsigned> Count, unsigned Rotate = 0) {
    DeviceRequest Request;
    Request.Count = Count;
    Request.Rotate = Rotate;
    Request.Options = fakeCudaPath();
    return enumerateCuda(Request);
  }

  std::unique_ptr<Device> first() { return std::move(find(1).Devices.front()); }

  /// Runs one axpy pass over 100 elements; returns the result of waiting for its output.
  Status pass(Device &D, std::vector<double> &Y) {
    const std::vector<double> X(100, 1);
    AxpyOnDevice Axpy(D, 0, 100);
    Axpy.enqueueIn(X, Y);
    if (Status S = Axpy.enqueueLaunch(1, 0, 100); !S.ok())
      return S;
    if (Status S = D.orderAfter(Queue::Out, Queue::Compute); !S.ok())
      return S;
    if (Status S = D.copyOut(Y.data(), Axpy.Y, Axpy.bytes()); !S.ok())
      return S;
    return D.synchronize(Queue::Out);
  }

  void SetUp() override { ASSERT_TRUE(Driver) << "the fake driver is missing: " << fakeCudaPath(); }

  const FakeCuda *const Driver = fakeCuda();
  const FakeCuda &Fake = *Driver;
};

} // namespace

TEST_F(CudaFake, EnumerationTouchesNoDevice) {
  const FoundDevices Found = find(std::nullopt);
  EXPECT_OK(Found.Result);
  EXPECT_EQ(Found.WhyNot, "");
  ASSERT_EQ(Found.Devices.size(), 2u);
  EXPECT_EQ(Found.Devices[0]->label(), "cuda:0");
  EXPECT_EQ(Found.Devices[1]->label(), "cuda:1");
  const Capabilities &What = Found.Devices[0]->capabilities();
  EXPECT_EQ(What.Name, "Fake GPU");
  EXPECT_EQ(What.Identity, "Fake GPU, 2 multiprocessors, sm_90");
  EXPECT_EQ(What.PciAddress, "0000:0a:00.0");
  EXPECT_EQ(What.MemoryBytes, std::uint64_t(256) << 20);
  EXPECT_EQ(What.RelativeWidth, 8);
  EXPECT_FALSE(What.OccupiesCore);
  EXPECT_EQ(Fake.Calls("cuDevicePrimaryCtxRetain"), 0u);
}

TEST_F(CudaFake, AskedForNoneItDoesNotEvenCallTheDriver) {
  EXPECT_TRUE(find(0).Devices.empty());
  EXPECT_EQ(Fake.Calls(nullptr), 0u);
}

TEST_F(CudaFake, RanksStartAtDifferentDevices) {
  const FoundDevices Found = find(2, 3);
  ASSERT_EQ(Found.Devices.size(), 2u);
  EXPECT_EQ(Found.Devices[0]->label(), "cuda:1");
  EXPECT_EQ(Found.Devices[1]->label(), "cuda:0");
}

TEST_F(CudaFake, FewerThanWantedIsSaid) {
  const FoundDevices Found = find(5);
  EXPECT_EQ(Found.Devices.size(), 2u);
  EXPECT_EQ(Found.WhyNot, "5 CUDA devices wanted, 2 present");
}

TEST_F(CudaFake, NoDeviceIsALineAndNoError) {
  Fake.SetDevices(0, 0);
  const FoundDevices Found = find(std::nullopt);
  EXPECT_OK(Found.Result);
  EXPECT_TRUE(Found.Devices.empty());
  EXPECT_EQ(Found.WhyNot, "the CUDA driver finds no device");
  Fake.Fail("cuDeviceGetCount", 1, NoDevice);
  EXPECT_EQ(find(std::nullopt).WhyNot, "the CUDA driver does not count its devices: CUDA_ERROR_NO_DEVICE: as the fake "
                                       "driver was told");
}

TEST(CudaDriver, AMissingLibraryIsALineAndNoError) {
  DeviceRequest Request;
  Request.Options = "/nowhere/libcuda.so";
  const FoundDevices Found = enumerateCuda(Request);
  EXPECT_OK(Found.Result);
  EXPECT_TRUE(Found.Devices.empty());
  EXPECT_EQ(Found.WhyNot.find("the CUDA driver cannot be opened: /nowhere/libcuda.so: "), 0u) << Found.WhyNot;
}

TEST(CudaDriver, ALibraryThatIsNoDriverIsSaidToBeTooOld) {
  DeviceRequest Request;
  Request.Options = "libm.so.6";
  EXPECT_EQ(enumerateCuda(Request).WhyNot, "the CUDA driver is too old: it has no cuInit");
}

TEST_F(CudaFake, TellsWhatItsQueuesTook) {
  // Every operation takes a millisecond of the fake driver's time.
  auto D = first();
  std::vector<double> Y(100, 0);
  EXPECT_OK(pass(*D, Y));
  EXPECT_OK(D->synchronize());
  const DeviceSeconds Took = D->takeSeconds();
  EXPECT_NEAR(Took.Of[unsigned(Activity::CopyIn)], 2e-3, 1e-6) << "two arrays, one after the other";
  EXPECT_NEAR(Took.Of[unsigned(Activity::Compute)], 1e-3, 1e-6);
  EXPECT_NEAR(Took.Of[unsigned(Activity::CopyOut)], 1e-3, 1e-6);
  EXPECT_NEAR(Took.Hidden, 0, 1e-6) << "one waits for the other";
  EXPECT_EQ(D->takeSeconds().copying(), 0) << "told once";
}

TEST_F(CudaFake, TellsWhatKernelsHid) {
  auto D = first();
  const std::vector<double> X(100, 1);
  std::vector<double> Y(100, 0);
  AxpyOnDevice Axpy(*D, 0, 100);
  Axpy.enqueueIn(X, Y);
  EXPECT_OK(Axpy.enqueueLaunch(1, 0, 100));
  DeviceAddress Later = 0;
  EXPECT_OK(D->allocate(800, Later));
  EXPECT_OK(D->copyIn(Later, X.data(), 800));
  EXPECT_OK(D->synchronize());
  EXPECT_NEAR(D->takeSeconds().Hidden, 1e-3, 1e-6) << "the copy beside the kernel, and no other";
  EXPECT_OK(D->release(Later));
}

TEST_F(CudaFake, WithoutPeerAccessBytesGoByWayOfTheHost) {
  FoundDevices Found = find(2);
  Device &A = *Found.Devices[0], &B = *Found.Devices[1];
  EXPECT_FALSE(A.canCopyFrom(B)) << "that was never used, so holds nothing";
  DeviceAddress There = 0;
  EXPECT_OK(B.allocate(64, There));
  EXPECT_TRUE(A.canCopyFrom(B));
  Fake.SetPeerAccess(false);
  EXPECT_FALSE(A.canCopyFrom(B));
  EXPECT_OK(B.release(There));
}

TEST_F(CudaFake, LeavesNothingBehind) {
  const std::uint64_t Before = Fake.LiveObjects();
  {
    auto D = first();
    std::vector<double> Y(100, 0);
    EXPECT_OK(pass(*D, Y));
    EXPECT_EQ(Y, std::vector<double>(100, 1));
    EXPECT_GT(Fake.LiveObjects(), Before);
  }
  EXPECT_EQ(Fake.LiveObjects(), Before);
}

TEST_F(CudaFake, LeavesTheCallersContextCurrent) {
  auto D = first();
  std::vector<double> Y(100, 0);
  EXPECT_OK(pass(*D, Y));
  EXPECT_EQ(Fake.Calls("cuCtxPushCurrent_v2"), Fake.Calls("cuCtxPopCurrent_v2"));
}

TEST_F(CudaFake, TheCallersOwnContextIsCurrentAfterWhateverFails) {
  find(1); // opens the driver, which happens once
  std::thread([&] {
    EXPECT_EQ(Fake.CurrentContext(), nullptr);
    Fake.MakeCurrent(0);
    const void *const Own = Fake.CurrentContext();
    std::uint64_t Needed = 0;
    for (std::uint64_t Call = 1; Call == 1 || Needed >= Call - 1; ++Call) {
      const std::uint64_t Before = Fake.Calls(nullptr);
      Fake.Fail(nullptr, Call, OutOfResources);
      for (auto &D : find(1, 1).Devices) { // cuda:1: if a call that frees memory fails, the memory leaks there
        std::vector<double> Y(100, 0);
        // The calls of a pass that goes on after a fault.
        DeviceAddress A = 0;
        static_cast<void>(D->allocate(800, A));
        static_cast<void>(D->copyIn(A, Y.data(), A ? 800 : 0));
        static_cast<void>(D->prepare(AxpyRegion));
        static_cast<void>(D->copyOut(Y.data(), A, A ? 800 : 0));
        static_cast<void>(D->synchronize());
        static_cast<void>(D->release(A));
      }
      Needed = Fake.Calls(nullptr) - Before;
      ASSERT_EQ(Fake.CurrentContext(), Own) << "call " << Call;
    }
    EXPECT_GT(Needed, 30u);
  }).join();
}

TEST_F(CudaFake, LoadsAnImageOnce) {
  auto D = first();
  std::vector<double> Y(100, 0);
  EXPECT_OK(D->prepare(AxpyRegion));
  EXPECT_OK(D->prepare(SumRegion));
  EXPECT_OK(pass(*D, Y));
  EXPECT_OK(pass(*D, Y));
  EXPECT_EQ(Fake.Calls("cuModuleLoadDataEx"), 1u);
  EXPECT_EQ(Fake.Calls("cuModuleGetFunction"), 2u);
}

TEST_F(CudaFake, AKernelThatIsMissingIsLookedForOnce) {
  auto D = first();
  EXPECT_TRUE(D->canRun(MissingKernelRegion));
  const Status Result = D->prepare(MissingKernelRegion);
  EXPECT_TRUE(Result.isDeviceFault());
  EXPECT_EQ(Result.message(), "cuda:0: looking for the kernel device_test_missing of the region axpy.c:4: "
                              "CUDA_ERROR_NOT_FOUND: as the fake driver was told");
  EXPECT_FALSE(D->canRun(MissingKernelRegion));
  EXPECT_FALSE(D->lost());
  EXPECT_OK(D->prepare(AxpyRegion));
}

TEST_F(CudaFake, ADamagedImageIsReportedWithTheDriversLog) {
  auto D = first();
  const Status Result = D->prepare(DamagedImageRegion);
  EXPECT_TRUE(Result.isDeviceFault());
  EXPECT_EQ(Result.message(), "cuda:0: loading the kernel of the region axpy.c:6 (ptxas fatal: no image): "
                              "CUDA_ERROR_INVALID_IMAGE: as the fake driver was told");
  EXPECT_FALSE(D->canRun(DamagedImageRegion));
  EXPECT_OK(D->prepare(AxpyRegion));
}

namespace {

/// A region whose image contains machine code, followed by PTX.
class CodeAndPtx {
public:
  explicit CodeAndPtx(std::string Ptx) {
    Bytes = std::string("\x50\xed\x55\xba code for another chip", 27) + '\0' + Ptx + '\0';
    Image = {reinterpret_cast<const unsigned char *>(Bytes.data()),
             reinterpret_cast<const unsigned char *>(Bytes.data() + Bytes.size())};
    Region.image = &Image;
  }
  hetrt_region Region = AxpyRegion;

private:
  std::string Bytes;
  hetrt_image Image;
};

} // namespace

TEST_F(CudaFake, PtxServesDriversThatRefuseTheMachineCode) {
  constexpr int InvalidImage = 200, NoBinaryForGpu = 209, UnsupportedPtx = 222;
  for (int Refusal : {InvalidImage, NoBinaryForGpu, UnsupportedPtx}) {
    auto D = first();
    const CodeAndPtx Both("// PTX\n.version 7.0\n");
    const std::uint64_t Before = Fake.Calls("cuModuleLoadDataEx");
    Fake.Fail("cuModuleLoadDataEx", 1, Refusal);
    EXPECT_OK(D->prepare(Both.Region));
    EXPECT_EQ(Fake.Calls("cuModuleLoadDataEx"), Before + 2) << Refusal;
  }
}

TEST_F(CudaFake, PtxIsNotTriedWhereItWouldMeetTheSameError) {
  auto D = first();
  const CodeAndPtx Both("// PTX\n");
  Fake.Fail("cuModuleLoadDataEx", 1, OutOfMemory);
  EXPECT_TRUE(D->prepare(Both.Region).isDeviceFault());
  EXPECT_EQ(Fake.Calls("cuModuleLoadDataEx"), 1u);
}

TEST_F(CudaFake, WhereBothAreRefusedTheDriversLastWordIsReported) {
  auto D = first();
  const CodeAndPtx Both("// PTX\n");
  Fake.Fail("cuModuleLoadDataEx", 2, 222);
  const Status Result = D->prepare(Both.Region);
  EXPECT_TRUE(Result.isDeviceFault());
  EXPECT_NE(Result.message().find("loading the kernel of the region axpy.c:2: CUDA_ERROR_UNSUPPORTED_PTX_VERSION"),
            std::string::npos)
      << Result.message();
  EXPECT_FALSE(D->canRun(Both.Region));
  EXPECT_FALSE(D->lost());
}

TEST_F(CudaFake, ADeviceThatCannotBeSetUpIsLost) {
  for (const char *Symbol : {"cuDevicePrimaryCtxRetain", "cuStreamCreate", "cuEventCreate"}) {
    auto D = first();
    Fake.Fail(Symbol, 1, OutOfMemory);
    DeviceAddress A = 0;
    EXPECT_TRUE(D->allocate(8, A).isDeviceFault()) << Symbol;
    EXPECT_TRUE(D->lost()) << Symbol;
    EXPECT_TRUE(D->allocate(8, A).isDeviceFault()) << Symbol;
  }
}

TEST_F(CudaFake, EveryDriverCallOfAPassMayFail) {
  // Each failure is a device fault and leaves the device usable; the next pass is correct.
  for (const char *Symbol : {"cuMemAlloc_v2", "cuMemHostAlloc", "cuMemcpyHtoDAsync_v2", "cuMemcpyDtoHAsync_v2",
                             "cuEventCreate", "cuEventRecord", "cuEventElapsedTime", "cuStreamWaitEvent",
                             "cuEventSynchronize", "cuLaunchKernel", "cuModuleLoadDataEx", "cuModuleGetFunction",
                             "cuFuncGetAttribute", "cuOccupancyMaxActiveBlocksPerMultiprocessor"}) {
    SCOPED_TRACE(Symbol);
    auto D = first();
    const std::vector<double> X(100, 1);
    std::vector<double> Y(100, 0);
    DeviceAddress A = 0, B = 0;
    EXPECT_OK(D->allocate(800, A)); // Sets up the device.
    Fake.Fail(Symbol, 1, OutOfResources);
    const AxpyValues Values = {1, reinterpret_cast<const double *>(A), reinterpret_cast<double *>(A)};
    const hetrt_bounds Bounds[2] = {};
    Launch Wanted;
    Wanted.Region = &AxpyRegion;
    Wanted.Last = 100;
    Wanted.Values = std::as_bytes(std::span(&Values, 1));
    Wanted.Bounds = Bounds;
    bool Failed = false;
    auto Note = [&](const Status &S) {
      Failed |= S.isDeviceFault();
      EXPECT_FALSE(S.isProgramFault()) << S.message();
    };
    Note(D->allocate(8, B));
    Note(D->copyIn(A, X.data(), 800));
    Note(D->orderAfter(Queue::Compute, Queue::In));
    Note(D->launch(Wanted));
    Note(D->orderAfter(Queue::Out, Queue::Compute));
    Note(D->copyOut(Y.data(), A, 800));
    Note(D->synchronize());
    EXPECT_TRUE(Failed);
    EXPECT_FALSE(D->lost());
    EXPECT_OK(D->release(A));
    EXPECT_OK(D->release(B));
    if (D->canRun(AxpyRegion)) {
      std::vector<double> Again(100, 0);
      EXPECT_OK(pass(*D, Again));
      EXPECT_EQ(Again, std::vector<double>(100, 1));
    }
  }
}

TEST_F(CudaFake, AfterAFaultNoHostMemoryIsTouched) {
  auto D = first();
  const std::vector<double> X(100, 1);
  std::vector<double> Y(100, 0), Out(100, -5);
  AxpyOnDevice Axpy(*D, 0, 100);
  Axpy.enqueueIn(X, Y);
  EXPECT_OK(D->orderAfter(Queue::Out, Queue::In));
  EXPECT_OK(D->copyOut(Out.data(), Axpy.X, Axpy.bytes()));
  Fake.Fail("cuMemcpyHtoDAsync_v2", 1, OutOfResources);
  EXPECT_FALSE(D->copyIn(Axpy.X, X.data(), Axpy.bytes()).ok());
  EXPECT_OK(D->synchronize());
  EXPECT_EQ(Out, std::vector<double>(100, -5));
}

TEST_F(CudaFake, AFaultingKernelIsAProgramFaultAndTakesTheDeviceAlong) {
  auto D = first();
  EXPECT_OK(D->prepare(AxpyRegion));
  std::vector<double> Y(100, 0);
  Fake.FaultNextKernel(IllegalAddress);
  const Status Result = pass(*D, Y);
  EXPECT_TRUE(Result.isProgramFault());
  EXPECT_EQ(Result.code(), HETRT_ERROR_KERNEL);
  EXPECT_EQ(Result.message(),
            "region axpy.c:2 (arrays x, y): the loop body faulted on cuda:0: CUDA_ERROR_ILLEGAL_ADDRESS: as the fake "
            "driver was told; HETRT_DEVICES=emulated:1 finds array and index");
  EXPECT_TRUE(D->lost());
  EXPECT_EQ(Y, std::vector<double>(100, 0));
  Fake.Reset();
}

TEST_F(CudaFake, AFaultOfOtherCodesKernelIsADeviceFault) {
  auto D = first();
  std::vector<double> Y(100, 0);
  EXPECT_OK(pass(*D, Y));
  EXPECT_OK(D->synchronize());
  Fake.FaultNow(IllegalAddress);
  DeviceAddress A = 0;
  const Status Result = D->allocate(8, A);
  EXPECT_TRUE(Result.isDeviceFault());
  EXPECT_EQ(Result.message(), "cuda:0: a kernel that belongs to no region has faulted, and the device is lost: "
                              "CUDA_ERROR_ILLEGAL_ADDRESS: as the fake driver was told");
  EXPECT_TRUE(D->lost());
  Fake.Reset();
}

TEST_F(CudaFake, AStickyDeviceErrorIsADeviceFaultAndTheDeviceIsGivenUp) {
  auto D = first();
  EXPECT_OK(D->prepare(AxpyRegion));
  std::vector<double> Y(100, 0);
  Fake.FaultNextKernel(EccUncorrectable);
  const Status Result = pass(*D, Y);
  EXPECT_TRUE(Result.isDeviceFault());
  EXPECT_TRUE(D->lost());
  DeviceAddress A = 0;
  EXPECT_NE(D->allocate(8, A).message().find("cuda:0: the device is lost: CUDA_ERROR_ECC_UNCORRECTABLE"),
            std::string::npos);
  Fake.Reset();
}

TEST_F(CudaFake, TwoDevicesAreDrivenAtOnce) {
  FoundDevices Found = find(2);
  auto Drive = [&](Device &D) {
    for (int I = 0; I < 20; ++I) {
      std::vector<double> Y(100, I);
      EXPECT_OK(pass(D, Y));
      EXPECT_EQ(Y, std::vector<double>(100, I + 1));
    }
  };
  std::thread A(Drive, std::ref(*Found.Devices[0])), B(Drive, std::ref(*Found.Devices[1]));
  A.join();
  B.join();
}

TEST_F(CudaFake, OutOfMemoryIsSaidWithTheBytes) {
  auto D = first();
  DeviceAddress A = 0;
  EXPECT_EQ(D->allocate(std::uint64_t(300) << 20, A).message(),
            "cuda:0: allocating 314572800 bytes: CUDA_ERROR_OUT_OF_MEMORY: as the fake driver was told");
  EXPECT_FALSE(D->lost());
}

TEST_F(CudaFake, PitchesBeyondTheDriversLimitAreCopiedRowByRow) {
  Fake.SetMaxPitch(16);
  auto D = first();
  std::vector<unsigned char> From(300), To(300, 0);
  std::iota(From.begin(), From.end(), 0);
  DeviceAddress A = 0;
  EXPECT_OK(D->allocate(300, A));
  EXPECT_OK(D->copyIn(A, From.data(), CopyShape{10, 30, 30, 30}));
  EXPECT_OK(D->orderAfter(Queue::Out, Queue::In));
  EXPECT_OK(D->copyOut(To.data(), A, CopyShape{10, 5, 30, 30}));
  EXPECT_OK(D->synchronize());
  EXPECT_EQ(Fake.Calls("cuMemcpy2DAsync_v2"), 0u);
  for (unsigned I = 0; I < 300; ++I)
    EXPECT_EQ(To[I], I % 30 < 5 ? From[I] : 0) << I;
  EXPECT_OK(D->release(A));
}

TEST_F(CudaFake, RectanglesAreOneTransfer) {
  auto D = first();
  std::vector<unsigned char> Host(3000);
  DeviceAddress A = 0;
  EXPECT_OK(D->allocate(3000, A));
  EXPECT_OK(D->copyIn(A, Host.data(), CopyShape{100, 8, 16, 30}));
  EXPECT_OK(D->synchronize());
  EXPECT_EQ(Fake.Calls("cuMemcpy2DAsync_v2"), 1u);
  EXPECT_EQ(Fake.Calls("cuMemcpyHtoDAsync_v2"), 0u);
  EXPECT_OK(D->release(A));
}

TEST_F(CudaFake, SmallPartsAtEqualDistancesAreOneTransfer) {
  auto D = first();
  const std::vector<std::byte> From(10'000);
  std::vector<CopyPart> Rows, Dense;
  for (std::uint64_t I = 0; I < 100; ++I) {
    const auto Host = static_cast<std::int64_t>((I * 37) % 100 * 100);
    Rows.push_back({Host, I * 16, CopyShape::contiguous(8)});
    Dense.push_back({Host, I * 8, CopyShape::contiguous(8)});
  }
  DeviceAddress A = 0;
  EXPECT_OK(D->allocate(1600, A));
  EXPECT_OK(D->copyIn(A, From.data(), Rows));
  EXPECT_OK(D->synchronize());
  EXPECT_EQ(Fake.Calls("cuMemcpy2DAsync_v2"), 1u);
  EXPECT_EQ(Fake.Calls("cuMemcpyHtoDAsync_v2"), 0u);
  EXPECT_OK(D->copyIn(A, From.data(), Dense));
  EXPECT_OK(D->synchronize());
  EXPECT_EQ(Fake.Calls("cuMemcpy2DAsync_v2"), 1u);
  EXPECT_EQ(Fake.Calls("cuMemcpyHtoDAsync_v2"), 1u);
  EXPECT_OK(D->release(A));
}

TEST_F(CudaFake, ReleasedBlocksServeAllocationsOfAboutTheirSize) {
  auto D = first();
  for (std::uint64_t Bytes : {1'000'000, 990'000, 1'040'000, 1'000'001}) {
    DeviceAddress A = 0;
    EXPECT_OK(D->allocate(Bytes, A));
    EXPECT_OK(D->release(A));
  }
  EXPECT_EQ(Fake.Calls("cuMemAlloc_v2"), 1u);
  EXPECT_EQ(Fake.Calls("cuMemFree_v2"), 0u);
  // Memory that is kept for reuse counts as available, and is freed before an allocation fails.
  EXPECT_EQ(D->availableBytes(), std::uint64_t(256) << 20);
  DeviceAddress A = 0;
  EXPECT_OK(D->allocate(std::uint64_t(256) << 20, A));
  EXPECT_EQ(Fake.Calls("cuMemFree_v2"), 1u);
  EXPECT_OK(D->release(A)); // At most an eighth of the memory is kept.
  EXPECT_EQ(Fake.Calls("cuMemFree_v2"), 2u);
}

TEST_F(CudaFake, AllocationsTakeWholeGranules) {
  constexpr std::uint64_t Granule = 2 << 20;
  Fake.SetGranule(Granule);
  auto D = first();
  EXPECT_EQ(D->availableBytes(), (std::uint64_t(256) << 20) - Granule) << "one of small blocks is not full";
  EXPECT_EQ(D->capabilities().Units.takenBytes((20 << 20) + 1), 22u << 20) << "five eighths of 32 MiB";
  EXPECT_EQ(D->capabilities().Units.takenBytes((48 << 20) + 1), 50u << 20);
  std::vector<DeviceAddress> All;
  for (std::uint64_t Bytes = (33 << 20) + 1; D->capabilities().Units.takenBytes(Bytes) <= D->availableBytes();)
    EXPECT_OK(D->allocate(Bytes, All.emplace_back()));
  EXPECT_EQ(All.size(), 7u);
  for (DeviceAddress Each : All)
    EXPECT_OK(D->release(Each));
}

TEST_F(CudaFake, WithoutAnAnswerGranulesAreThoseOfToday) {
  Fake.Fail("cuMemGetAllocationGranularity", 1, cuda::NotSupported);
  EXPECT_EQ(first()->capabilities().Units.Granule, 2u << 20);
}

TEST_F(CudaFake, PartialsBuffersAreUsedAgain) {
  auto D = first();
  std::vector<long long> X(1000, 1);
  DeviceAddress A = 0;
  EXPECT_OK(D->allocate(8000, A));
  EXPECT_OK(D->copyIn(A, X.data(), 8000));
  EXPECT_OK(D->synchronize());
  SumLaunch Sum(A, 1000);
  const std::uint64_t Before = Fake.Calls("cuMemAlloc_v2");
  for (int I = 0; I < 10; ++I) {
    EXPECT_OK(D->launch(Sum.Wanted));
    EXPECT_OK(D->synchronize());
    EXPECT_EQ(Sum.Partials.size(), 6 * sizeof(long long)); // Two multiprocessors with three blocks each.
  }
  EXPECT_EQ(Fake.Calls("cuMemAlloc_v2"), Before + 1);
  EXPECT_OK(D->release(A));
}

/// Launches a sum that uses iteration numbers only, with partials of `Bytes` bytes; returns the bytes that came back.
static std::size_t partialsOf(Device &On, std::uint64_t Iterations, std::uint64_t Bytes, std::uint64_t Grain) {
  std::vector<long long> X(Iterations, 1);
  DeviceAddress A = 0;
  EXPECT_OK(On.allocate(Iterations * 8, A));
  EXPECT_OK(On.copyIn(A, X.data(), Iterations * 8));
  EXPECT_OK(On.synchronize());
  SumLaunch Sum(A, Iterations, SumRegion, Bytes);
  Sum.Wanted.Grain = Grain;
  EXPECT_OK(On.launch(Sum.Wanted));
  EXPECT_OK(On.synchronize());
  EXPECT_OK(On.release(A));
  return Sum.Partials.size();
}

TEST_F(CudaFake, EveryGrainLeavesAReductionValue) {
  auto D = first();
  EXPECT_EQ(partialsOf(*D, 1000, 8, 7), 143u * 8);
  EXPECT_EQ(partialsOf(*D, 1000, 4096, 300), 4u * 4096);
}

TEST_F(CudaFake, LargeReductionValuesMeanFewThreads) {
  auto D = first();
  const std::uint64_t Before = Fake.Calls("cuMemAlloc_v2");
  // 64 MiB hold the values of 64 threads, which are one block.
  EXPECT_EQ(partialsOf(*D, 10000, 1 << 20, 0), 1u << 20);
  EXPECT_EQ(Fake.Calls("cuMemAlloc_v2"), Before + 3) << "the array, the threads' values, and the block's";
}

/// A kernel that counts iterations in one partial; a launch without iterations sets the partial to 0.
static void countInOnePartial(std::uint64_t First, std::uint64_t Last, const void *, void *Partials, unsigned,
                              unsigned) {
  auto &Count = *static_cast<long long *>(Partials);
  Count = First == Last ? 0 : Count + static_cast<long long>(Last - First);
}

TEST_F(CudaFake, ThreadsThatUpdateOnePartialLeaveOneForTheLaunch) {
  auto D = first();
  Fake.Register("device_test_one_partial", countInOnePartial, sizeof(SumValues));
  hetrt_region Region = SumRegion;
  Region.flags = HETRT_ONE_PARTIAL;
  Region.cuda_kernel = "device_test_one_partial";
  for (std::uint64_t Bytes : {std::uint64_t(8), std::uint64_t(HETRT_BLOCK_MEMORY), std::uint64_t(4) << 20}) {
    SumLaunch Counting(0, 100000, Region, Bytes);
    const std::uint64_t Before = Fake.Calls("cuLaunchKernel");
    for (int Pass = 0; Pass < 2; ++Pass) { // in the second pass the buffer contains the first one's values
      EXPECT_OK(D->launch(Counting.Wanted));
      EXPECT_OK(D->synchronize());
      ASSERT_EQ(Counting.Partials.size(), Bytes);
      long long Count = 0;
      std::memcpy(&Count, Counting.Partials.data(), sizeof Count);
      EXPECT_EQ(Count, 100000);
      EXPECT_EQ(Fake.LastLaunch().SharedBytes, Bytes <= HETRT_BLOCK_MEMORY ? Bytes : 0);
      EXPECT_GT(Fake.LastLaunch().Blocks[0], 1u) << "however large the partial is";
    }
    EXPECT_EQ(Fake.Calls("cuLaunchKernel"), Before + 4);
  }
}

TEST_F(CudaFake, ReductionValuesMakeDoWithTheMemoryThatIsThere) {
  auto D = first();
  DeviceAddress Most = 0;
  EXPECT_OK(D->allocate(std::uint64_t(240) << 20, Most)); // out of 256 MiB
  EXPECT_EQ(partialsOf(*D, 10000, 1 << 20, 0), 1u << 20);
  EXPECT_OK(D->release(Most));
}

} // namespace hetrt::test
