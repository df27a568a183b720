// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs snippets.

#include "Snippet.h"

namespace emulator::test {

namespace {

class ArrayMemory : public GlobalMemory {
public:
  ArrayMemory(void *Host, std::size_t Bytes, std::byte *Written)
      : Only{ArrayAddress, Bytes, static_cast<std::byte *>(Host), Written} {}
  bool find(std::uint64_t Address, Range &Found) const override {
    Found = Only;
    return Only.holds(Address, 1);
  }
  std::string describe(std::uint64_t) const override { return "not in the array"; }

private:
  Range Only;
};

/// Values smaller than 16 bits are in registers of 16 bits.
std::string registerType(const std::string &Type) {
  return Type == "u8" || Type == "s8" || Type == "b8" ? "b16" : Type;
}

std::string snippet(const std::string &Opcode, const std::string &To, const std::vector<std::string> &From) {
  std::string Declared = ".reg ." + registerType(To) + " %to;\n", Loads, Operands = "%to";
  for (std::size_t F = 0; F < From.size(); ++F) {
    const std::string Name = "%from" + std::to_string(F), Offset = std::to_string(8 * F);
    if (From[F] == "pred") {
      Declared += ".reg .pred " + Name + ";\n";
      Loads += "ld.global.u32 %r0, [%array+" + Offset + "];\nsetp.ne.u32 " + Name + ", %r0, 0;\n";
    } else {
      Declared += ".reg ." + registerType(From[F]) + " " + Name + ";\n";
      Loads += "ld.global." + From[F] + " " + Name + ", [%array+" + Offset + "];\n";
    }
    Operands += ", " + Name;
  }
  const std::string Store = To == "pred" ? "selp.u32 %r1, 1, 0, %to;\nst.global.u32 [%array+64], %r1;\n"
                                         : "st.global." + To + " [%array+64], %to;\n";
  return module(kernel(Declared + Loads + Opcode + " " + Operands + ";\n" + Store));
}

} // namespace

std::string module(const std::string &Text, const std::string &Version, const std::string &Target) {
  return ".version " + Version + "\n.target " + Target + "\n.address_size 64\n" + Text;
}

std::string kernel(const std::string &Body, const std::string &Before) {
  return Before +
         ".visible .entry k(.param .u64 array)\n{\n"
         ".reg .b32 %r<8>, %s<8>, %t;\n.reg .b64 %l<8>, %array;\n.reg .f32 %f<8>;\n.reg .f64 %d<8>;\n"
         ".reg .b16 %h<8>;\n.reg .pred %p<8>;\n"
         "ld.param.u64 %array, [array];\nmov.u32 %t, %tid.x;\n" +
         Body + "ret;\n}\n";
}

void run(const std::string &Module, void *Array, std::size_t Bytes, const Shape &How) {
  const auto Read = readModule(Module, 90);
  const ArrayMemory Memory(Array, Bytes, How.Written);
  Launch What;
  What.In = Read.get();
  What.Entry = Read->Functions.at("k").get();
  What.Parameters.resize(What.Entry->ParameterBytes);
  std::memcpy(What.Parameters.data(), &ArrayAddress, sizeof ArrayAddress);
  What.Grid = How.Grid, What.Threads = How.Threads;
  What.DynamicShared = How.DynamicShared;
  What.VariableAddresses.resize(Read->Variables.size());
  What.Memory = &Memory;
  What.How = How.How;
  What.Observations = How.Observations;
  runGrid(What);
}

std::vector<std::uint32_t> results(const std::string &Module, std::size_t Count, const Shape &How) {
  std::vector<std::uint32_t> Array(Count);
  run(Module, Array.data(), Count * 4, How);
  return Array;
}

std::uint64_t evaluate(const std::string &Opcode, const std::string &To, const std::vector<std::string> &From,
                       const std::vector<std::uint64_t> &Operands) {
  const std::string Text = snippet(Opcode, To, From);
  std::uint64_t Found[2] = {};
  for (const unsigned Threads : {32u, 1u}) {
    std::uint64_t Array[16] = {};
    std::copy(Operands.begin(), Operands.end(), Array);
    run(Text, Array, sizeof Array, {{1, 1, 1}, {Threads, 1, 1}});
    Found[Threads == 1] = Array[8];
  }
  EXPECT_EQ(Found[0], Found[1]) << Opcode << ": a full warp and one thread differ";
  return Found[0];
}

} // namespace emulator::test
