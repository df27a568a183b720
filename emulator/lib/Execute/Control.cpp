// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches, calls, returns, exits, traps, barriers and fences.

#include "Execute/Block.h"
#include "Execute/Table.h"

#include <atomic>

namespace emulator {

namespace {

void wantOperands(FunctionBuilder &Into, const Statement &Written, std::size_t Least, std::size_t Most) {
  if (Written.Operands.size() < Least || Written.Operands.size() > Most)
    Into.fail("wanted " + std::to_string(Least) + (Most > Least ? " to " + std::to_string(Most) : "") +
              " operands, found " + std::to_string(Written.Operands.size()));
}

/// Skips the modifier ".uni", which promises that all threads branch in the same way; the emulator does not use the
/// promise.
void checkUniform(FunctionBuilder &Into, const Statement &Written) {
  Modifiers Read(Written.Opcode);
  Read.take("uni");
  if (!Read.atEnd())
    Into.fail("modifier '" + std::string(Read.rest()) + "' is not known", PtxError::Reason::Unsupported);
}

void decodeBranch(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  checkUniform(Into, Written);
  wantOperands(Into, Written, 1, 1);
  Into.branchTo(Written.Operands[0], I);
  I.Kind = Flow::Branch;
}

void decodeCall(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  checkUniform(Into, Written);
  Into.call(Written, I);
  I.Kind = Flow::Call;
}

void decodeReturn(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  checkUniform(Into, Written);
  wantOperands(Into, Written, 0, 0);
  I.Kind = Flow::Return;
}

void decodeExit(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  checkUniform(Into, Written);
  wantOperands(Into, Written, 0, 0);
  I.Kind = Flow::Exit;
}

void decodeTrap(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  wantOperands(Into, Written, 0, 0);
  I.Execute = [](Warp &W, const Instruction &, Lanes Who) { W.fail(Fault::LaunchFailed, W.anyOf(Who), "trap"); };
}

/// Decodes bar{.cta}.{sync,arrive,red}, barrier{.cta}.{sync,arrive,red}{.aligned} and bar.warp.sync.
void decodeBarrier(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  Modifiers Read(Written.Opcode);
  if (Read.take("warp")) {
    if (!Read.take("sync") || !Read.atEnd())
      Into.fail("the form is not known", PtxError::Reason::Unsupported);
    wantOperands(Into, Written, 1, 1);
    I.Kind = Flow::WarpSync;
    I.From[4] = Into.source(Written.Operands[0], Type::B32);
    return;
  }
  Read.take("cta");
  const int Form = Read.takeOf({"sync", "arrive", "red"});
  int Reduction = Form == 2 ? Read.takeOf({"popc", "and", "or"}) : -1;
  Read.take("aligned");
  if (Form == 2 && Reduction < 0)
    Reduction = Read.takeOf({"popc", "and", "or"});
  const bool HasType = Form == 2 && Read.take(Reduction == 0 ? "u32" : "pred");
  if (Form < 0 || (Form == 2 && (Reduction < 0 || !HasType)) || !Read.atEnd())
    Into.fail("the form is not known", PtxError::Reason::Unsupported);
  I.Kind = Flow::Barrier;
  std::size_t Next = 0;
  if (Form < 2) {
    wantOperands(Into, Written, Form == 0 ? 1 : 2, 2);
    I.How.Operation = Form == 0 ? BarrierWait : BarrierArrive;
  } else {
    wantOperands(Into, Written, 3, 4);
    I.To[0] = Reduction == 0 ? Into.destination(Written.Operands[0], Type::U32) : Into.predicate(Written.Operands[0]);
    I.From[2] = Into.predicate(Written.Operands.back());
    I.How.Negated = Written.Operands.back().Negated;
    I.How.Operation = static_cast<std::uint8_t>(BarrierCount + Reduction);
    Next = 1;
  }
  I.From[0] = Into.source(Written.Operands[Next], Type::U32);
  if (Written.Operands.size() - Next - (Form == 2) == 2)
    I.From[1] = Into.source(Written.Operands[Next + 1], Type::U32);
}

/// Decodes fences. The executed fence is always the host's strongest fence, for every scope and order.
void decodeFence(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  Modifiers Read(Written.Opcode);
  const bool IsOld = Written.Opcode.starts_with("membar");
  Read.takeOf({"sc", "acq_rel"});
  const int Scope = IsOld ? Read.takeOf({"cta", "gl", "sys"}) : Read.takeOf({"cta", "cluster", "gpu", "sys"});
  if (Scope < 0 || !Read.atEnd())
    Into.fail("the form is not known", PtxError::Reason::Unsupported);
  wantOperands(Into, Written, 0, 0);
  I.Execute = [](Warp &, const Instruction &, Lanes) { std::atomic_thread_fence(std::memory_order_seq_cst); };
}

/// Decodes nanosleep. The executed instruction does not sleep: the specification allows any duration from 0 to twice
/// the given one.
void decodeSleep(FunctionBuilder &Into, const Statement &Written, Instruction &I) {
  if (Written.Opcode != "nanosleep.u32")
    Into.fail("the form is not known", PtxError::Reason::Unsupported);
  wantOperands(Into, Written, 1, 1);
  I.From[0] = Into.source(Written.Operands[0], Type::U32);
  I.Execute = [](Warp &, const Instruction &, Lanes) {};
}

} // namespace

void addControl(Table &Into) {
  Into["bra"] = {decodeBranch};
  Into["call"] = {decodeCall};
  Into["ret"] = {decodeReturn};
  Into["exit"] = {decodeExit};
  Into["trap"] = {decodeTrap};
  Into["bar"] = {decodeBarrier};
  Into["barrier"] = {decodeBarrier};
  Into["membar"] = {decodeFence};
  Into["fence"] = {decodeFence};
  Into["nanosleep"] = {decodeSleep};
}

} // namespace emulator
