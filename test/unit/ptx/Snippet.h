// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs small pieces of PTX on an array of the test.
#ifndef TEST_PTX_SNIPPET_H
#define TEST_PTX_SNIPPET_H

#include "Execute/Block.h"
#include "Ptx/Program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <string>
#include <vector>

namespace emulator::test {

/// The device address of the kernel's array, which is the kernel's only parameter.
constexpr std::uint64_t ArrayAddress = DeviceWindow + 0x10000;

struct Shape {
  Dimensions Grid{1, 1, 1}, Threads{32, 1, 1};
  std::uint64_t DynamicShared = 0;
  ExecutionOptions How{};
  std::vector<Observation *> Observations{};
  std::byte *Written = nullptr; // for each byte of the array, whether it was written; null: not recorded
};

/// The text of a module with these functions and variables.
std::string module(const std::string &Text, const std::string &Version = "8.0", const std::string &Target = "sm_80");

/// The text of a kernel `k` with this body. %array holds its parameter, %t its thread number; registers %r<8> and %s<8>
/// of 32 bits, %l<8> of 64 bits, %f<8>, %d<8>, %h<8> of 16 bits and %p<8> are declared.
std::string kernel(const std::string &Body, const std::string &Before = "");

/// Runs kernel `k` of a module on an array. Throws PtxError and Fault.
void run(const std::string &Module, void *Array, std::size_t Bytes, const Shape &How = {});

/// Runs kernel `k` and returns the 32-bit numbers of its array.
std::vector<std::uint32_t> results(const std::string &Module, std::size_t Count, const Shape &How = {});

/// The result of one instruction for these operands, as bits. Types are given by name ("s32", "pred"). The instruction
/// is executed by a full warp and by a single thread, whose results must be equal.
std::uint64_t evaluate(const std::string &Opcode, const std::string &To, const std::vector<std::string> &From,
                       const std::vector<std::uint64_t> &Operands);

inline std::uint64_t bitsOf(float A) { return std::bit_cast<std::uint32_t>(A); }
inline std::uint64_t bitsOf(double A) { return std::bit_cast<std::uint64_t>(A); }

} // namespace emulator::test

#endif
