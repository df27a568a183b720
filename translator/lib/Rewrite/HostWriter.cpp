// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated code around a loop. For region 2 of axpy.c it is:
//
//     { ... bounds, trip count, values, descriptor, call ...
//       hetrt_pass *hetrt_pass_2;
//       if ((code = hetrt_begin(...))) hetrt_handle_error(code); else {
//       #pragma omp parallel num_threads(hetrt_threads(hetrt_pass_2))
//       { ... while (hetrt_next(member, &range)) {
//           for (int i = hetrt_from_2; i < hetrt_to_2; i++) y[i] = a * x[i] + y[i];
//       }}
//       ... combine partials, hetrt_end ... }}
#include "Rewrite/HostWriter.h"
#include "Directive/LineMarker.h"
#include "Kernel/Layout.h"
#include "Rewrite/ArrayWriter.h"
#include "Rewrite/BlockWriter.h"
#include "Rewrite/CallWriter.h"
#include "Rewrite/InstanceTexts.h"
#include "Rewrite/TableWriter.h"
#include "Rewrite/TeamLoopWriter.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/xxhash.h"

using namespace hetcc;
using namespace clang;

bool HostWriter::isCXX() const { return Unit.Context.getLangOpts().CPlusPlus; }

/// Returns all text of a region that is compiled into its descriptor, values and kernel. Generated names have no suffix
/// in it, because the suffix may be a hash of this text.
std::string HostWriter::contents(const Region &R, const RegionGroup &G) const {
  const KernelWriter Kernel(R, Unit.Context, Unit.Tokens);
  auto [First, Last] = Kernel.statementTokens(R.Loop.Statement);
  return CallWriter(Unit, G, R, "").reductionLayout() +
         (G.hasDeviceForm() && !R.Loop.Clause ? Kernel.hostStructs("", "", {}) : "") +
         ArrayWriter(Unit, G, R, "").tables() + Unit.Tokens.print(First, Last, {}, false);
}

/// Returns the suffix of all names that are generated for a region: the directive's number or, if several units may
/// define the function, a hash of the region's contents and location. Two units may number the directive differently.
/// They may also lay out its values differently, if they have other instances of a template or know other functions
/// that the region calls. With different hashes, the linker does not mix their code.
std::string HostWriter::suffix(const Region &R, const RegionGroup &G) const {
  auto MayBeShared = [&](const Region &Instance) {
    GVALinkage Linkage = Unit.Context.GetGVALinkageForFunction(Instance.Site.Function);
    return Linkage != GVA_Internal && Linkage != GVA_StrongExternal;
  };
  if (!isCXX() || llvm::none_of(G.Instances, MayBeShared))
    return std::to_string(R.Site.Source->Id);
  std::string Contents = locationText(*R.Site.Source, Unit.Context);
  for (const Region &Instance : G.Instances)
    Contents += contents(Instance, G);
  return llvm::utohexstr(llvm::xxh3_64bits(Contents), /*LowerCase=*/true);
}

/// C only: returns the emulated and the outlined form of the loop, as functions to be placed before the user's
/// function.
std::string HostWriter::functions(const Region &R, const RegionGroup &G, const std::string &Suffix) const {
  if (!G.hasDeviceForm() || isCXX())
    return "";
  const KernelWriter Kernel(R, Unit.Context, Unit.Tokens);
  const HostForms Wanted = Unit.hostForms();
  if (!Wanted.Emulated && !Wanted.Outlined)
    return "";
  return Kernel.calledFunctions() + (Wanted.Emulated ? Kernel.emulatedFunction("hetrt_emulated_" + Suffix) : "") +
         (Wanted.Outlined ? Kernel.outlinedFunction("hetrt_outlined_" + Suffix) : "");
}

/// The texts of a region that describe the region and the values of one call.
struct HostWriter::CallText {
  std::string Types, Tables, Known; ///< code before the call: structs, constant tables, and the numbers that every call
                                    ///< computes
  std::string ArrayDescription;     ///< executed if the runtime returns HETRT_WANTS_ARRAYS: describes the call's arrays
};

HostWriter::CallText HostWriter::callText(const Region &R, const RegionGroup &G, const std::string &N) const {
  const CallWriter Call(Unit, G, R, N);
  const ArrayWriter Arrays(Unit, G, R, N);
  CallText Text;
  Text.Types = Call.valueTypes();
  Text.Tables = TableWriter(Unit, G, R, N).write(llvm::xxh3_64bits(contents(R, G)));
  Text.Known = Arrays.once();
  Text.ArrayDescription = Call.captured() + Arrays.numbers();
  return Text;
}

RegionText HostWriter::write(const Region &R, const RegionGroup &Group) const {
  const std::string N = suffix(R, Group);
  const CallWriter Call(Unit, Group, R, N);
  const CallText Own = callText(R, Group, N);
  const TeamWriter Team(Unit, Group, R, N);
  RegionText Text;
  Text.Before = functions(R, Group, N);
  if (R.Site.Source->joinsTeam()) {
    const TeamLoopWriter Meeting(Unit, Group, R, N);
    Text.Head = "{\n" + Call.bounds() + Call.reductionLayout() + Own.Types + Own.Tables + Own.Known + Call.call() +
                Meeting.meeting(Call.uses(), Own.ArrayDescription) + Meeting.turns() + Meeting.range() + Meeting.simd();
    Text.Tail = Meeting.end();
  } else {
    Text.Head = Team.taskHead() + "{\n" + Call.bounds() + Call.reductionLayout() + Call.uses() + Own.Types +
                Own.Tables + Own.Known + Call.call() + Call.begin(Own.ArrayDescription) + Team.head() + Team.range() +
                Team.simd();
    Text.Tail = Team.tail();
  }
  Text.From = "hetrt_from_" + N;
  Text.To = "hetrt_to_" + N;
  return arranged(R, std::move(Text));
}

RegionText HostWriter::writeBlock(const Region &R, const RegionGroup &Block) const {
  const std::string N = suffix(R, Block);
  const CallWriter Call(Unit, Block, R, N);
  const CallText Own = callText(R, Block, N);
  const BlockWriter Team(Unit, Block, R, N);
  RegionText Text;
  // Host code in a block may use any array, so all arrays that devices keep are copied to the host first.
  Text.Head = std::string("{\n(void)hetrt_host_writes();\n") +
              (R.Site.Source->isOverPlaces() ? "hetrt_tell_places();\n" : "") + Call.bounds() + Own.Types + Own.Tables +
              Own.Known + Team.keptNumbers() + Call.call() + Call.begin(Own.ArrayDescription) + Team.head();
  Text.Tail = Team.tail();
  return arranged(R, std::move(Text));
}

/// Returns the name of the variable that points to the part of the pass that the block's thread runs.
std::string HostWriter::partOf(const RegionGroup &Block) const {
  const Region &R = Block.Instances.front();
  return BlockWriter(Unit, Block, R, suffix(R, Block)).part();
}

RegionText HostWriter::writeLoop(const Region &R, const RegionGroup &Loop, const RegionGroup &Block) const {
  if (R.Site.OnPlace)
    return write(R, Loop);
  const std::string N = suffix(R, Loop), Part = partOf(Block);
  const CallWriter Call(Unit, Loop, R, N);
  const CallText Own = callText(R, Loop, N);
  const TeamWriter Team(Unit, Loop, R, N);
  RegionText Text;
  Text.Before = functions(R, Loop, N);
  Text.Head = "{\n" + Call.bounds() + Call.reductionLayout() + Own.Types + Own.Tables + Own.Known + Call.call();
  const std::string Of = Part + ", &hetrt_region_" + N + ", &hetrt_call_" + N, Here = "hetrt_here_" + N;
  Text.Head += "int " + Here + " = hetrt_run(" + Of + ");\nif (__builtin_expect(" + Here +
               " == HETRT_WANTS_ARRAYS, 0)) {\n" + Own.ArrayDescription + Here + " = hetrt_run_arrays(" + Of +
               ", &hetrt_described_" + N + ");\n}\nif (" + Here + ") {\n";
  Text.Tail = "hetrt_ran(" + Part + ");\n} else {\n" + Team.leaveIterator() +
              Team.combinePartials("hetrt_run_partial(" + Part + ", ") + "}\n}";
  return arranged(R, std::move(Text));
}

std::string HostWriter::padding(const Directive &D, const RegionGroup &Block) const {
  std::string Text, Part = partOf(Block);
  for (const PaddingItem &Item : D.Padding) {
    std::string How = llvm::StringSwitch<std::string>(Item.Clause)
                          .Case("padding_to", "HETRT_PADDING_TO")
                          .Case("padding_from", "HETRT_PADDING_FROM")
                          .Case("padding_update_nearby", "HETRT_PADDING_NEARBY");
    if (Item.Indexed)
      How += " | HETRT_PADDING_INDEXED";
    Text += "hetrt_update_padding(" + Part + ", (const void *)(" + Item.Array.Text + "), " + How + ", " +
            quoted(Item.Clause) + ", " + quoted(Item.Array.Text) + ", " + locationText(D, Unit.Context) + ");\n";
  }
  return "{\n" + Text + "}\n";
}

RegionText HostWriter::arranged(const Region &R, RegionText Text) const {
  unsigned Depth = 0;
  const std::string Marker = lineMarker(Unit.Context.getSourceManager(), R.Site.Source->HashLoc, 0, true);
  auto Arranged = [&](const std::string &Part, unsigned &From) {
    return arrange(Unit.Tokens.withoutMacros(Part, /*Restored=*/true), Unit.Options.Readable, Marker, From);
  };
  unsigned Outside = 0;
  Text.Before = Arranged(Text.Before, Outside);
  Text.Head = Arranged(Text.Head, Depth);
  Text.Tail = Arranged(Text.Tail, Depth);
  return Text;
}

/// Returns the text for all instances of a template; nullopt if the instances need different texts. `Write` writes the
/// text of one instance.
static std::optional<RegionText> ofAll(const RegionGroup &G, llvm::function_ref<RegionText(const Region &)> Write) {
  RegionText Text = Write(G.Instances.front());
  if (G.Instances.size() == 1)
    return Text;
  std::vector<std::string> Heads{std::move(Text.Head)}, Tails{std::move(Text.Tail)}, Guards;
  for (const Region &R : llvm::drop_begin(G.Instances)) {
    RegionText Own = Write(R);
    Heads.push_back(std::move(Own.Head));
    Tails.push_back(std::move(Own.Tail));
  }
  for (const Region &R : G.Instances)
    Guards.push_back(R.Guard);
  const bool AllSame = llvm::all_equal(Heads) && llvm::all_equal(Tails);
  if (!AllSame && !G.tellsInstancesApart())
    return std::nullopt;
  auto Head = mergeInstanceTexts(Heads, Guards), Tail = mergeInstanceTexts(Tails, Guards);
  if (!Head || !Tail)
    return std::nullopt;
  Text.Head = std::move(*Head);
  Text.Tail = std::move(*Tail);
  return Text;
}

std::optional<RegionText> HostWriter::written(const RegionGroup &G) const {
  return ofAll(G, [&](const Region &R) { return write(R, G); });
}

std::optional<RegionText> HostWriter::writtenBlock(const RegionGroup &Block) const {
  return ofAll(Block, [&](const Region &R) { return writeBlock(R, Block); });
}

std::optional<RegionText> HostWriter::writtenLoop(const RegionGroup &Loop, const RegionGroup &Block) const {
  return ofAll(Loop, [&](const Region &R) { return writeLoop(R, Loop, Block); });
}

bool HostWriter::isUniformBlock(const RegionGroup &Block) const {
  return writtenBlock(Block) &&
         llvm::all_of(Block.Loops, [&](const RegionGroup &L) { return writtenLoop(L, Block).has_value(); });
}
