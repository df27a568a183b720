// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HostWriter's text for `partition` over a block, whose loops stay in place:
//
//     { ... bounds, descriptor, call, hetrt_begin ...
//       #pragma omp parallel num_threads(hetrt_threads(hetrt_pass_2))
//       { ... hetrt_take_part, the share's bounds under the user's names ...
//         ... if (hetrt_run(part, &hetrt_region_3, &hetrt_call_3)) { the loop hetrt_ran(part); } else { ... } ...
//         hetrt_leave_part(part); }
//       ... hetrt_end ... }
#include "Analysis/Replicas.h"
#include "Analysis/ThreadVariables.h"
#include "Kernel/KernelWriter.h"
#include "Rewrite/HostWriter.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

/// The variables of a block over places that keep the numbers of its windows.
static void forEachKept(const Region &R, llvm::function_ref<void(const std::string &, const ClauseExpr &)> Do) {
  for (size_t W = 0; R.Source->isOverPlaces() && W < R.Windows.size(); ++W)
    forEachNumber(*R.Windows[W].Spec,
                  [&](const ClauseExpr &E, unsigned Number) { Do(keptName(*R.Source, W, Number), E); });
}

/// Which forms all loops of a block have: the emulated kernel, the image, the name of a GPU kernel.
std::string HostWriter::blockForms(const RegionGroup &G, const std::string &GpuKernel) const {
  bool OnGpu = HasImage && !G.Loops.empty() && llvm::all_of(G.Loops, [](const RegionGroup &L) {
                 return !L.Kernels.empty() && L.Kernels.size() == L.Instances.size();
               });
  return std::string(Options.Emulated ? "hetrt_partition_kernel" : "0") + ", " +
         (OnGpu ? "&hetrt_unit_image, " + GpuKernel : "0, 0");
}

/// The kernels of a block's loops, for the runtime to load. Their descriptors stand where the loops do, among types
/// that are not known here.
std::string HostWriter::blockKernels(const RegionGroup &G, const std::string &N) const {
  if (!G.hasDeviceForm() || G.Loops.empty())
    return "";
  std::string Text = "static const hetrt_region hetrt_kernels_" + N + "[] = {\n";
  for (const RegionGroup &Loop : G.Loops)
    Text += "{HETRT_ABI, sizeof(hetrt_region), " + location(*Loop.Source) + ", 0, 0, 0, 0, 0, " +
            blockForms(G, gpuKernel(Loop)) + "},\n";
  return Text + "};\n";
}

std::string HostWriter::blockDescriptor(const Region &R, const RegionGroup &G, const std::string &N) const {
  const std::string Kernels = blockKernels(G, N);
  return Kernels + "static const hetrt_region hetrt_region_" + N + " = {HETRT_ABI, sizeof(hetrt_region), " +
         location(*R.Source) + ", &hetrt_state_" + N + ", " + regionFlags(G) + ", " + std::to_string(R.Windows.size()) +
         ", " + (R.Windows.empty() ? "0" : "hetrt_windows_" + N) + ", 0, " +
         (Kernels.empty() ? "0, 0, 0" : blockForms(G, gpuKernel(G.Loops.front()))) + ", 0, 0, " + memoryPolicy(R) +
         ", " + (Kernels.empty() ? "0, 0" : std::to_string(G.Loops.size()) + ", hetrt_kernels_" + N) + "};\n";
}

/// Under `memory(replicate)`, a thread's copies of arrays stand under their names.
std::string HostWriter::copies(const Region &R, const std::string &N) const {
  std::string Found, Named;
  for (size_t W = 0; R.Source->replicates() && W < R.Windows.size(); ++W) {
    if (!isReplicated(R.Windows[W]))
      continue;
    const std::string Name = R.Windows[W].Spec->Array.Text, Copy = "hetrt_copy_" + std::to_string(W) + "_" + N;
    // A pointer keeps its qualifiers; an array becomes a pointer to its rows.
    const std::string Type = "__typeof__(" + std::string(R.Windows[W].Type->isArrayType() ? "&*" : "") + Name + ")";
    Found += "void *" + Copy + " = hetrt_part_array(hetrt_part_" + N + ", " + std::to_string(W) + ", (const void *)" +
             Name + ");\n";
    Named += Type + " " + Name + " = (" + Type + ")" + Copy + "; (void)" + Name + ";\n";
  }
  return Found.empty() ? "" : Found + "{\n" + Named;
}

/// The team of a block: each thread takes its part, and has the bounds of its share in variables of its own.
std::string HostWriter::blockTeam(const RegionGroup &Block, const Region &R, const std::string &N) const {
  const PartitionClause &P = *R.Loop.Clause;
  std::string Part = "hetrt_part_" + N, Range = "hetrt_range_" + N, From = "hetrt_from_" + N, To = "hetrt_to_" + N;
  return dataClauses(R, N, blockIterators(Block) + blockScalars(Block) + sharedNumbers(R)) + "{\n" +
         (R.Source->isOverPlaces() ? "hetrt_nest();\n" : "") + "hetrt_range " + Range + " = {0, 0};\nhetrt_part *" +
         Part + " = hetrt_take_part(hetrt_pass_" + N + ", hetrt_omp_thread_num(), hetrt_omp_num_threads(), &" + Range +
         ");\n(void)" + Part + ";\n" + range(R, N) + "{\n__typeof__(" + From + ") " + P.Start->Text + " = " + From +
         "; (void)" + P.Start->Text + ";\n__typeof__(" + To + ") " + P.End->Text + " = " + To + "; (void)" +
         P.End->Text + ";\n" + keptBounds(R, From, To) + copies(R, N);
}

/// Under names of the block's own: inside, the user's may mean other variables.
std::string HostWriter::keptBounds(const Region &R, const std::string &From, const std::string &To) const {
  std::string Text;
  for (bool End : {false, true})
    if (const std::string Name = keptBound(*R.Source, End); R.Source->isOverPlaces())
      Text +=
          "const __typeof__(" + (End ? To : From) + ") " + Name + " = " + (End ? To : From) + "; (void)" + Name + ";\n";
  return Text;
}

/// What the clauses of a block over places say of its arrays when it begins holds for all that is inside.
std::string HostWriter::keptNumbers(const Region &R) const {
  std::string Text;
  forEachKept(R, [&](const std::string &Name, const ClauseExpr &E) {
    Text += "const hetrt_int64 " + Name + " = (hetrt_int64)(" + E.code() + "); (void)" + Name + ";\n";
  });
  return Text;
}

/// Under a default of the user's, the team has to be told of them.
std::string HostWriter::sharedNumbers(const Region &R) const {
  std::vector<std::string> Names;
  forEachKept(R, [&](const std::string &Name, const ClauseExpr &) { Names.push_back(Name); });
  const bool HasDefault = llvm::any_of(R.Source->OpenMP, [](const OpenMPClause &C) { return C.Name == "default"; });
  return HasDefault && !Names.empty() ? " shared(" + llvm::join(Names, ", ") + ")" : "";
}

/// A share may be empty: then no value lies between its bounds, whichever relation compares them.
std::string HostWriter::emptyShare(const Region &R, const std::string &N) const {
  std::string From = "hetrt_from_" + N, To = "hetrt_to_" + N, Range = "hetrt_range_" + N;
  std::string Set = To + " = " + From + ";\n";
  if (R.Loop.Relation == BO_LE || R.Loop.Relation == BO_GE) {
    // Two neighbouring values in the wrong order. One of both directions has a neighbour.
    std::string Up = R.Loop.Relation == BO_LE ? "+" : "-", Down = R.Loop.Relation == BO_LE ? "-" : "+";
    std::string Moved = "(__typeof__(" + From + "))((hetrt_uint64)" + From + " " + Up + " 1)";
    Set = "if (" + Moved + (R.Loop.Relation == BO_LE ? " > " : " < ") + From + ") {\n" + To + " = " + From + ";\n" +
          From + " = " + Moved + ";\n} else {\n" + To + " = " + From + " " + Down + " 1;\n}\n";
  }
  return "if (" + Range + ".first == " + Range + ".last) {\n" + Set + "}\n";
}

/// An iterator that the user declares before the block is each thread's own, as that of an OpenMP loop.
std::string HostWriter::blockIterators(const RegionGroup &Block) const {
  const Region &R = Block.Instances.front();
  std::vector<std::string> Names;
  for (const RegionGroup &Loop : Block.Loops) {
    const Region &L = Loop.Instances.front();
    const bool Inside = L.Loop.DeclaredHere || !Context.getSourceManager().isBeforeInTranslationUnit(
                                                   L.Loop.Iterator->getLocation(), R.LoopStatement->getBeginLoc());
    const std::string Name = L.Loop.Iterator->getNameAsString();
    if (!Inside && !lists(*R.Source, {"private", "firstprivate"}, Name) && !llvm::is_contained(Names, Name))
      Names.push_back(Name);
  }
  return Names.empty() ? "" : " private(" + llvm::join(Names, ", ") + ")";
}

/// Of `target`, each thread has a copy of the scalars that no clause names, iterators aside.
std::string HostWriter::blockScalars(const RegionGroup &Block) const {
  std::vector<std::string> Names = scalarsOfTarget(Block.Instances.front(), Context);
  llvm::erase_if(Names, [&](const std::string &Name) {
    return llvm::any_of(Block.Loops, [&](const RegionGroup &Loop) {
      const CanonicalLoop &L = Loop.Instances.front().Loop;
      return !L.DeclaredHere && L.Iterator->getNameAsString() == Name;
    });
  });
  return Names.empty() ? "" : " firstprivate(" + llvm::join(Names, ", ") + ")";
}

RegionText HostWriter::writeBlock(const RegionGroup &Block, size_t Instance) const {
  const Region &R = Block.Instances[Instance];
  std::string N = suffix(R, Block), Code = "hetrt_code_" + N;
  RegionText Text;
  // Threads of the host may use anything in a block, so devices keep nothing for other regions.
  Text.Head = std::string("{\n(void)hetrt_host_writes();\n") +
              (R.Source->isOverPlaces() ? "hetrt_tell_places();\n" : "") + bounds(R, N) + descriptor(R, Block, N) +
              shapes(R, N) + keptNumbers(R) + call(R, N) + begin(R, N) + blockTeam(Block, R, N);
  Text.Tail = (copies(R, N).empty() ? "}\nhetrt_leave_part(hetrt_part_" : "}\n}\nhetrt_leave_part(hetrt_part_") + N +
              ");\n}\n" + Code + " = hetrt_end(hetrt_pass_" + N + ");\nif (" + Code + ")\nhetrt_handle_error(" + Code +
              ");\n}\n}";
  return arranged(R, std::move(Text));
}

RegionText HostWriter::writeLoop(const RegionGroup &Loop, const RegionGroup &Block, size_t Instance) const {
  const Region &R = Loop.Instances[Instance];
  if (R.OnPlace)
    return write(R, Loop);
  std::string N = suffix(R, Loop), Part = "hetrt_part_" + suffix(Block.Instances.front(), Block);
  bool Device = Loop.hasDeviceForm();
  RegionText Text;
  if (Device && Options.Emulated && !isCXX())
    Text.Before = KernelWriter(R, Context, Tokens).emulatedFunction("hetrt_emulated_" + N);
  Text.Head = "{\n" + bounds(R, N) + reductionLayout(R, N) + (Device ? values(R, N) : "") + descriptor(R, Loop, N) +
              shapes(R, N) + call(R, N) + "if (hetrt_run(" + Part + ", &hetrt_region_" + N + ", &hetrt_call_" + N +
              ")) {\n";
  std::string Last; // of an iterator that outlives the loop
  if (!R.Loop.DeclaredHere)
    Last = R.Loop.Iterator->getNameAsString() + " = " + iteratorAt(R, "hetrt_trips_" + N, N) + ";\n";
  Text.Tail =
      "hetrt_ran(" + Part + ");\n} else {\n" + Last + combineBlobs(R, N, "hetrt_run_partial(" + Part + ", ") + "}\n}";
  return arranged(R, std::move(Text));
}

std::string HostWriter::padding(const Directive &D, const RegionGroup &Block) const {
  std::string Text, Part = "hetrt_part_" + suffix(Block.Instances.front(), Block);
  for (const PaddingItem &Item : D.Padding) {
    std::string How = Item.Clause == "padding_to"     ? "HETRT_PADDING_TO"
                      : Item.Clause == "padding_from" ? "HETRT_PADDING_FROM"
                                                      : "HETRT_PADDING_NEARBY";
    if (Item.Indexed)
      How += " | HETRT_PADDING_INDEXED";
    Text += "hetrt_update_padding(" + Part + ", (const void *)(" + Item.Array.Text + "), " + How + ", " +
            quoted(Item.Clause) + ", " + quoted(Item.Array.Text) + ", " + location(D) + ");\n";
  }
  return "{\n" + Text + "}\n";
}

bool HostWriter::isUniformBlock(const RegionGroup &Block) const {
  auto AllSame = [](size_t Count, llvm::function_ref<RegionText(size_t)> Write) {
    const RegionText First = Write(0);
    for (size_t I = 1; I < Count; ++I)
      if (RegionText Own = Write(I); Own.Head != First.Head || Own.Tail != First.Tail)
        return false;
    return true;
  };
  return AllSame(Block.Instances.size(), [&](size_t I) { return writeBlock(Block, I); }) &&
         llvm::all_of(Block.Loops, [&](const RegionGroup &L) {
           return AllSame(L.Instances.size(), [&](size_t I) { return writeLoop(L, Block, I); });
         });
}
