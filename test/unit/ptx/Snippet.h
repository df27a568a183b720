// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Little pieces of PTX, run on a memory of their own.
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

/// Where the kernel's array begins, which its one parameter points to.
constexpr std::uint64_t ArrayAddress = DeviceWindow + 0x10000;

struct Shape {
  Dimensions Grid{1, 1, 1}, Threads{32, 1, 1};
  std::uint64_t DynamicShared = 0;
  ExecutionOptions How{};
  std::vector<Observation *> Observations{};
  std::byte *Written = nullptr; // beside each byte of the array whether anybody wrote it
};

/// A module around functions and variables.
std::string module(const std::string &Text, const std::string &Version = "8.0", const std::string &Target = "sm_80");

/// A kernel `k` whose parameter's address is in %array and thread number in %t; registers %r<8>, %s<8> of 32 and %l<8>
/// of 64 bits, %f<8>, %d<8>, %h<8> of 16 bits and %p<8> are there.
std::string kernel(const std::string &Body, const std::string &Before = "");

/// Runs kernel `k` of a module on an array. Throws PtxError and Fault.
void run(const std::string &Module, void *Array, std::size_t Bytes, const Shape &How = {});

/// 32-bit numbers of a kernel's array, after the kernel has run.
std::vector<std::uint32_t> results(const std::string &Module, std::size_t Count, const Shape &How = {});

/// What an instruction makes of operands, as bits of the types that are given by name ("s32", "pred"). It is run by a
/// full warp and by one thread alone, which must agree.
std::uint64_t evaluate(const std::string &Opcode, const std::string &To, const std::vector<std::string> &From,
                       const std::vector<std::uint64_t> &Operands);

inline std::uint64_t bitsOf(float A) { return std::bit_cast<std::uint32_t>(A); }
inline std::uint64_t bitsOf(double A) { return std::bit_cast<std::uint64_t>(A); }

} // namespace emulator::test

#endif
