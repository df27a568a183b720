// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over the threads of a warp, and functions made of these loops that execute instructions (Row::Execute). The
// host's compiler vectorises the loops.
#ifndef EMULATOR_EXECUTE_LANES_H
#define EMULATOR_EXECUTE_LANES_H

#include "Execute/Table.h"
#include "Execute/Warp.h"

#include <type_traits>
#include <utility>

namespace emulator {

/// Copies Made to To for the threads in Who; the values of other threads stay as they are.
template <typename D> inline void blend(D *__restrict To, const D *__restrict Made, Lanes Who) {
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    To[Lane] = Who >> Lane & 1 ? Made[Lane] : To[Lane];
}

template <typename Op, typename D, typename... S, std::size_t... Is>
inline void mapFrom(Warp &W, const Instruction &I, Lanes Who, std::index_sequence<Is...>) {
  D Made[WarpSize];
  D *const To = W.at<D>(I.To[0]);
  D *const Into = Who == AllLanes ? To : Made;
#pragma GCC ivdep
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    Into[Lane] = Op::of(W.at<S>(I.From[Is])[Lane]...);
  if (Who != AllLanes)
    blend(To, Made, Who);
}

/// Executes To[0] = Op(From[0], ...). The operation is also computed for inactive threads, so it must be defined for
/// any contents of their registers.
template <typename Op, typename D, typename... S> void map(Warp &W, const Instruction &I, Lanes Who) {
  mapFrom<Op, D, S...>(W, I, Who, std::index_sequence_for<S...>());
}

/// Like map(), but Op gets the instruction's modifiers too, and is called for the active threads only, one after the
/// other.
template <typename Op, typename D, typename... S, std::size_t... Is>
inline void eachFrom(Warp &W, const Instruction &I, Lanes Who, std::index_sequence<Is...>) {
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Who >> Lane & 1)
      W.at<D>(I.To[0])[Lane] = Op::of(I.How, W.at<S>(I.From[Is])[Lane]...);
}
template <typename Op, typename D, typename... S> void each(Warp &W, const Instruction &I, Lanes Who) {
  eachFrom<Op, D, S...>(W, I, Who, std::index_sequence_for<S...>());
}

/// Packs 32 bytes, each of which is 0 or 1, into 32 bits.
inline Lanes packed(const std::uint8_t *Holds) {
  Lanes Result = 0;
  for (unsigned B = 0; B < WarpSize / 8; ++B) {
    std::uint64_t Eight = 0;
    for (unsigned L = 0; L < 8; ++L)
      Eight |= std::uint64_t(Holds[B * 8 + L]) << (8 * L);
    Result |= static_cast<Lanes>(Eight * 0x0102040810204080u >> 56) << (8 * B);
  }
  return Result;
}

/// The mask of the lanes for which Op(From[0], ...) is true.
template <typename Op, typename... S, std::size_t... Is>
inline Lanes testFrom(Warp &W, const Instruction &I, std::index_sequence<Is...>) {
  alignas(64) std::uint8_t Holds[WarpSize];
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    Holds[Lane] = Op::of(W.at<S>(I.From[Is])[Lane]...);
  return packed(Holds);
}
template <typename Op, typename... S> void test(Warp &W, const Instruction &I, Lanes Who) {
  const Lanes Result = testFrom<Op, S...>(W, I, std::index_sequence_for<S...>());
  Lanes &To = W.predicate(I.To[0]);
  To = (To & ~Who) | (Result & Who);
}

template <typename T> constexpr Type typeOf() {
  if constexpr (std::is_same_v<T, float>)
    return Type::F32;
  else if constexpr (std::is_same_v<T, double>)
    return Type::F64;
  else if constexpr (sizeof(T) == 2)
    return std::is_signed_v<T> ? Type::S16 : Type::U16;
  else if constexpr (sizeof(T) == 4)
    return std::is_signed_v<T> ? Type::S32 : Type::U32;
  else
    return std::is_signed_v<T> ? Type::S64 : Type::U64;
}

} // namespace emulator

#endif
