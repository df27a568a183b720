// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unsupported PTX is refused when a module is loaded, with the number of the line.

#include "Snippet.h"

namespace emulator::test {
namespace {

using testing::HasSubstr;

std::string messageOf(const std::string &Module, PtxError::Reason Why = PtxError::Reason::Invalid, unsigned Chip = 90) {
  try {
    readModule(Module, Chip);
  } catch (const PtxError &Found) {
    EXPECT_EQ(Found.why(), Why) << Found.what();
    return Found.what();
  }
  return "taken";
}
std::string messageOfBody(const std::string &Body, PtxError::Reason Why = PtxError::Reason::Invalid) {
  return messageOf(module(kernel(Body)), Why);
}
constexpr auto Unsupported = PtxError::Reason::Unsupported;

TEST(Refusals, LaterVersionsAndChips) {
  EXPECT_THAT(messageOf(module("", "9.9"), PtxError::Reason::UnsupportedVersion),
              HasSubstr("ptx line 1: version 9.9, at most 9.0"));
  EXPECT_THAT(messageOf(module("", "8.0", "sm_100"), Unsupported), HasSubstr("target sm_100, the device is sm_90"));
  EXPECT_THAT(messageOf(module("", "8.0", "sm_80a"), Unsupported), HasSubstr("target sm_80a"));
  EXPECT_EQ(messageOf(module("", "8.0", "sm_90a")), "taken");
}

TEST(Refusals, InstructionsThatAreNotThere) {
  EXPECT_EQ(messageOfBody("wmma.load.a.sync.x %r0;\n", Unsupported),
            "ptx line 14: 'wmma.load.a.sync.x': the instruction is not known");
  for (const char *Unknown : {"add.f16 %h0, %h0, %h0;", "shfl.down.b32 %r0, %r1, 1, 31;", "tex.1d.v4.f32.s32 %r0;",
                              "add.rn.s32 %r0, %r0, %r0;", "ld.global.u128 %l0, [%array];",
                              "ld.tensor.u32 %r0, [%array];", "atom.global.add.s64 %l0, [%array], %l1;",
                              "bar.red.xor.u32 %r0, 0, %p0;", "cp.async.wait_all;", "setp.foo.s32 %p0, %r0, %r1;"})
    EXPECT_NE(messageOfBody(Unknown, Unsupported), "taken") << Unknown;
}

TEST(Refusals, OperandsOfOtherTypes) {
  EXPECT_THAT(messageOfBody("add.s32 %r0, %l0, %r1;\n"), HasSubstr("'%l0' is of type b64, wanted s32"));
  EXPECT_THAT(messageOfBody("add.f32 %f0, %f1, 1;\n"), HasSubstr("'1' is an integer, wanted f32"));
  EXPECT_THAT(messageOfBody("add.s32 %f0, %r0, %r1;\n"), HasSubstr("'%f0' is of type f32"));
  EXPECT_THAT(messageOfBody("add.s32 %r0, %r9, %r1;\n"), HasSubstr("'%r9' is not declared"));
  EXPECT_THAT(messageOfBody("add.s32 %r0, %r1;\n"), HasSubstr("wanted 3 operands, found 2"));
  EXPECT_THAT(messageOfBody("@%r0 bra L;\nL:\n"), HasSubstr("its guard '%r0' is no predicate"));
  EXPECT_THAT(messageOfBody("bra NOWHERE;\n"), HasSubstr("label 'NOWHERE' is nowhere"));
  EXPECT_THAT(messageOfBody("L:\nL:\n"), HasSubstr("label 'L' stands twice"));
}

TEST(Refusals, MoreSharedMemoryThanABlockHas) {
  EXPECT_THAT(messageOf(module(kernel("mov.u32 %r0, much;\n", ".shared .b8 much[49153];\n"))),
              HasSubstr("kernel 'k' has 49153 bytes of shared variables, at most 49152 are taken"));
  EXPECT_EQ(messageOf(module(kernel("mov.u32 %r0, much;\n", ".shared .b8 much[49152];\n"))), "taken");
}

TEST(Refusals, CallsOfWhatIsElsewhere) {
  const std::string Before = ".extern .func (.param .b64 p) malloc(.param .b64 n);\n";
  EXPECT_THAT(
      messageOf(module(kernel("{\n.param .b64 a;\n.param .b64 b;\ncall (b), malloc, (a);\n}\n", Before)), Unsupported),
      HasSubstr("function 'malloc' is not in the module"));
  EXPECT_THAT(messageOfBody("call %l0, ();\n", Unsupported), HasSubstr("indirect calls are not taken"));
  EXPECT_THAT(messageOf(module(".extern .global .b32 other;\n"), Unsupported),
              HasSubstr("'other' lies in another module"));
}

TEST(Refusals, TextThatIsNone) {
  EXPECT_THAT(messageOf("hello"), HasSubstr("wanted '.version', found 'hello'"));
  EXPECT_THAT(messageOf(module("\x01")), HasSubstr("is not of PTX"));
  EXPECT_THAT(messageOf(module(".visible .entry k(")), HasSubstr("ptx line 4"));
  EXPECT_THAT(messageOf(module("/* no end")), HasSubstr("a comment does not end"));
}

} // namespace
} // namespace emulator::test
