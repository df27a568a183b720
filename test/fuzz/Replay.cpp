// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the fuzzers without libFuzzer: passes each file of a corpus to its fuzz target once. Any compiler can build it
// this way, and each run of the tests repeats the inputs that fuzzing has found.
//
// fuzz-corpus TARGET FOLDER
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

// Each target has a test function in place of LLVMFuzzerTestOneInput, and may have another one that prepares it.
#define HETCC_FUZZER(NAME)                                                                                             \
  extern "C" int test_##NAME(const std::uint8_t *, std::size_t);                                                       \
  extern "C" [[gnu::weak]] int prepare_##NAME(int *, char ***);
HETCC_FUZZERS
#undef HETCC_FUZZER

namespace {

struct Target {
  std::string_view Name;
  int (*Test)(const std::uint8_t *, std::size_t);
  int (*Prepare)(int *, char ***);
};

#define HETCC_FUZZER(NAME) {#NAME, test_##NAME, prepare_##NAME},
constexpr Target Targets[] = {HETCC_FUZZERS};
#undef HETCC_FUZZER

std::vector<std::uint8_t> read(const std::filesystem::path &File) {
  std::ifstream In(File, std::ios::binary);
  return {std::istreambuf_iterator<char>(In), {}};
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: fuzz-corpus TARGET FOLDER\n");
    return 2;
  }
  const auto *Chosen = std::ranges::find(Targets, std::string_view(argv[1]), &Target::Name);
  if (Chosen == std::end(Targets)) {
    std::fprintf(stderr, "fuzz-corpus: no target '%s'\n", argv[1]);
    return 2;
  }
  std::vector<std::filesystem::path> Files;
  for (const auto &Entry : std::filesystem::directory_iterator(argv[2]))
    Files.push_back(Entry.path());
  std::ranges::sort(Files);
  if (Files.empty()) {
    std::fprintf(stderr, "fuzz-corpus: no file in '%s'\n", argv[2]);
    return 1;
  }
  if (Chosen->Prepare)
    Chosen->Prepare(&argc, &argv);
  for (const std::filesystem::path &File : Files) {
    std::printf("%s\n", File.c_str()); // printed first: if a check fails, the last name is that of the failing input
    std::fflush(stdout);
    const std::vector<std::uint8_t> Input = read(File);
    Chosen->Test(Input.data(), Input.size());
  }
  std::printf("%zu inputs\n", Files.size());
}
