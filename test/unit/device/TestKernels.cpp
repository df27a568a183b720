// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The regions of the conformance suite: descriptors, emulated kernels, stand-ins for the fake driver, and the image.

#include "TestKernels.h"

#include <cstddef>
#include <thread>
#include <vector>

// The PTX text, or a comment if the build had no device compiler. Not zero-terminated, like any embedded file.
__asm__(".pushsection .rodata\n"
        ".globl device_test_image_begin, device_test_image_end\n"
        "device_test_image_begin:\n"
        ".incbin \"" HETRT_TEST_IMAGE "\"\n"
        "device_test_image_end:\n"
        ".popsection\n");
extern "C" const unsigned char device_test_image_begin[], device_test_image_end[];

namespace hetrt::test {

namespace {

void axpyEmulated(hetrt_uint64 First, hetrt_uint64 Last, const void *Values, void *, const hetrt_bounds *Bounds) {
  const AxpyValues V = *static_cast<const AxpyValues *>(Values);
  for (hetrt_int64 I = static_cast<hetrt_int64>(First); I < static_cast<hetrt_int64>(Last); ++I) {
    const double X = V.X[hetrt_read_index(&Bounds[0], 0, I)];
    const double Y = V.Y[hetrt_read_index(&Bounds[1], 0, I)];
    V.Y[hetrt_write_index(&Bounds[1], 0, I)] = V.A * X + Y;
  }
}

void sumEmulated(hetrt_uint64 First, hetrt_uint64 Last, const void *Values, void *Partials,
                 const hetrt_bounds *Bounds) {
  const SumValues V = *static_cast<const SumValues *>(Values);
  long long Sum = 0;
  for (hetrt_int64 I = static_cast<hetrt_int64>(First); I < static_cast<hetrt_int64>(Last); ++I)
    Sum += V.X[hetrt_read_index(&Bounds[0], 0, I)];
  *static_cast<long long *>(Partials) = Sum;
}

void axpyOutlined(hetrt_uint64 First, hetrt_uint64 Last, const void *Values, void *, void *const *, int) {
  const AxpyValues V = *static_cast<const AxpyValues *>(Values);
  for (hetrt_uint64 I = First; I < Last; ++I)
    V.Y[I] = V.A * V.X[I] + V.Y[I];
}

void sumOutlined(hetrt_uint64 First, hetrt_uint64 Last, const void *Values, void *Partials, void *const *, int) {
  const SumValues V = *static_cast<const SumValues *>(Values);
  long long Sum = 0;
  for (hetrt_uint64 I = First; I < Last; ++I)
    Sum += V.X[I];
  *static_cast<long long *>(Partials) = Sum;
}

void axpyFake(std::uint64_t First, std::uint64_t Last, const void *Values, void *, unsigned, unsigned) {
  const AxpyValues V = *static_cast<const AxpyValues *>(Values);
  for (std::uint64_t I = First; I < Last; ++I)
    V.Y[I] = V.A * V.X[I] + V.Y[I];
}

void sumFake(std::uint64_t First, std::uint64_t Last, const void *Values, void *BlockPartials, unsigned Blocks,
             unsigned BlockSize) {
  const SumValues V = *static_cast<const SumValues *>(Values);
  for (unsigned Block = 0; Block < Blocks; ++Block) {
    long long &Sum = static_cast<long long *>(BlockPartials)[Block] = 0;
    for (unsigned Thread = 0; Thread < BlockSize; ++Thread)
      for (std::uint64_t I = First + std::uint64_t(Block) * BlockSize + Thread; I < Last;
           I += std::uint64_t(Blocks) * BlockSize)
        Sum += V.X[I];
  }
}

const hetrt_image Image = {device_test_image_begin, device_test_image_end};
const unsigned char Damage[] = {0x7F, 'E', 'L', 'F', 0, 0, 0, 0};
const hetrt_image DamagedImage = {Damage, Damage + sizeof Damage};

// The numbers of a call are 0 and n. Iteration i uses element i of each array.
const hetrt_term Terms[] = {
    {.slope = {1, 0}, .offset = {}, .divisor = {}, .scale = {}, .add = {}, .table = 0, .reading = 0, .within = {}},
    {.slope = {1, 0}, .offset = {1, 0}, .divisor = {}, .scale = {}, .add = {}, .table = 0, .reading = 0, .within = {}}};
const hetrt_ends Ends[] = {{0, 1, 1, 1}};

hetrt_array_info array(const char *Name, const char *Clause, unsigned Line, std::size_t Offset) {
  hetrt_array_info Made{};
  Made.name = Name;
  Made.clause = Clause;
  Made.line = Line;
  Made.rank = 1;
  Made.pointer_offset = static_cast<hetrt_uint32>(Offset);
  Made.element_size = {8, 0};
  Made.extent[0] = {0, 1};
  return Made;
}

hetrt_box_info box(unsigned Array, unsigned Flags, const char *Access) {
  hetrt_box_info Made{};
  Made.array = Array;
  Made.flags = Flags | HETRT_OWN | HETRT_DECLARED;
  Made.access = Access;
  return Made;
}

const hetrt_array_info AxpyArrays[] = {array("x", "part_copyin", 2, offsetof(AxpyValues, X)),
                                       array("y", "part_copy", 2, offsetof(AxpyValues, Y))};
const hetrt_box_info AxpyBoxes[] = {box(0, HETRT_READ, "x"), box(1, HETRT_READ | HETRT_WRITE, "y")};
const hetrt_array_info SumArrays[] = {array("x", "part_copyin", 9, offsetof(SumValues, X))};

hetrt_region region(const char *Location, const hetrt_image *From, const char *Kernel) {
  hetrt_region R = {};
  R.abi = HETRT_ABI;
  R.size = sizeof(hetrt_region);
  R.location = Location;
  R.image = From;
  R.cuda_kernel = Kernel;
  R.array_size = sizeof(hetrt_array_info);
  R.box_size = sizeof(hetrt_box_info);
  R.end_size = sizeof(hetrt_ends);
  R.term_size = sizeof(hetrt_term);
  R.boxes = AxpyBoxes;
  R.ends = Ends;
  R.terms = Terms;
  R.end_count = 1;
  R.term_count = 2;
  R.number_count = 2;
  return R;
}

hetrt_region axpyLike(const char *Location, const hetrt_image *From, const char *Kernel) {
  hetrt_region R = region(Location, From, Kernel);
  R.array_count = R.box_count = 2;
  R.arrays = AxpyArrays;
  R.values_size = sizeof(AxpyValues);
  R.emulated = axpyEmulated;
  R.outlined = axpyOutlined;
  R.open_team = openTeam;
  return R;
}

hetrt_region sumLike(const char *Location, const char *Kernel) {
  hetrt_region R = region(Location, &Image, Kernel);
  R.array_count = R.box_count = 1;
  R.arrays = SumArrays;
  R.values_size = sizeof(SumValues);
  R.emulated = sumEmulated;
  R.outlined = sumOutlined;
  R.open_team = openTeam;
  return R;
}

hetrt_region hostOnly() {
  hetrt_region R = axpyLike("axpy.c:8", &Image, "device_test_axpy");
  R.flags = HETRT_HOST_ONLY;
  return R;
}

} // namespace

void openTeam(int Count, hetrt_team_member *Member, void *Data) {
  std::vector<std::thread> Others;
  for (int Number = 1; Number < Count; ++Number)
    Others.emplace_back(Member, Data, Number, Count);
  Member(Data, 0, Count);
  for (std::thread &Each : Others)
    Each.join();
}

const hetrt_region AxpyRegion = axpyLike("axpy.c:2", &Image, "device_test_axpy");
const hetrt_region SumRegion = sumLike("sum.c:9", "device_test_sum");
const hetrt_region MissingKernelRegion = axpyLike("axpy.c:4", &Image, "device_test_missing");
const hetrt_region DamagedImageRegion = axpyLike("axpy.c:6", &DamagedImage, "device_test_axpy");
const hetrt_region HostOnlyRegion = hostOnly();

bool haveDeviceCode() { return HETRT_TEST_HAVE_DEVICE_CODE; }

void registerWith(const FakeCuda &Fake) {
  Fake.Register("device_test_axpy", axpyFake, sizeof(AxpyValues));
  Fake.Register("device_test_axpy" HETRT_OVERLAPPING_KERNEL, axpyFake, sizeof(AxpyValues));
  Fake.Register("device_test_sum", sumFake, sizeof(SumValues));
}

} // namespace hetrt::test
