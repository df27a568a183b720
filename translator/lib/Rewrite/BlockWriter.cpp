// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated code for `partition` over a block. The loops in the block stay in place:
//
//     { ... bounds, descriptor, call, hetrt_begin ...
//       #pragma omp parallel num_threads(hetrt_threads(hetrt_pass_2))
//       { ... hetrt_take_part, the share's bounds under the user's names ...
//         ... if (hetrt_run(part, &hetrt_region_3, &hetrt_call_3)) { the loop hetrt_ran(part); } else { ... } ...
//         hetrt_leave_part(part); }
//       ... hetrt_end ... }
#include "Rewrite/BlockWriter.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace hetcc;
using namespace clang;

std::string BlockWriter::head() const {
  const PartitionClause &P = *R.Loop.Clause;
  std::string Part = "hetrt_part_" + N, Range = "hetrt_range_" + N, From = "hetrt_from_" + N, To = "hetrt_to_" + N;
  return Team.directive(iterators() + scalars() + sharedNumbers()) + "{\n" +
         (R.Site.Source->isOverPlaces() ? "hetrt_nest();\n" : "") + "hetrt_range " + Range +
         " = {0, 0};\nhetrt_part *" + Part + " = hetrt_take_part(hetrt_pass_" + N +
         ", hetrt_omp_thread_num(), hetrt_omp_num_threads(), &" + Range + ");\n(void)" + Part + ";\n" + Team.range() +
         "{\n__typeof__(" + From + ") " + P.Start->Text + " = " + From + "; (void)" + P.Start->Text + ";\n__typeof__(" +
         To + ") " + P.End->Text + " = " + To + "; (void)" + P.End->Text + ";\n" + keptBounds(From, To) + copies();
}

/// Declares copies of the share's bounds under generated names for regions inside of a block over places, because code
/// in the block may have other variables with the user's names.
std::string BlockWriter::keptBounds(const std::string &From, const std::string &To) const {
  std::string Text;
  for (bool End : {false, true})
    if (const std::string Name = keptBound(*R.Site.Source, End); R.Site.Source->isOverPlaces())
      Text +=
          "const __typeof__(" + (End ? To : From) + ") " + Name + " = " + (End ? To : From) + "; (void)" + Name + ";\n";
  return Text;
}

std::string BlockWriter::keptNumbers() const {
  std::string Text;
  for (const KeptNumber &Each : R.Described.Kept)
    Text += "const hetrt_int64 " + Each.Name + " = (hetrt_int64)(" + Each.Code + "); (void)" + Each.Name + ";\n";
  return Text;
}

/// Returns a `shared` clause with the variables of keptNumbers(). It is needed if the user wrote a `default` clause,
/// which may be `default(none)`; otherwise returns "".
std::string BlockWriter::sharedNumbers() const {
  std::vector<std::string> Names;
  for (const KeptNumber &Each : R.Described.Kept)
    Names.push_back(Each.Name);
  return R.Site.Source->findOpenMP("default") && !Names.empty() ? " shared(" + llvm::join(Names, ", ") + ")" : "";
}

/// Under `memory(replicate)`: declares pointers to the thread's copies of arrays. The pointers have the names of the
/// arrays, so that the block's code uses the copies.
std::string BlockWriter::copies() const {
  std::string Found, Named;
  for (size_t W = 0; W < R.Windows.size(); ++W) {
    if (!R.Windows[W].Replicated)
      continue;
    const std::string Name = R.Windows[W].Name, Copy = "hetrt_copy_" + std::to_string(W) + "_" + N;
    // A pointer keeps its type, with its qualifiers. For an array, `&*a` has the type of a pointer to the array's
    // elements.
    const std::string Type = "__typeof__(" + std::string(R.Windows[W].Type->isArrayType() ? "&*" : "") + Name + ")";
    Found += "void *" + Copy + " = hetrt_part_array(hetrt_part_" + N + ", " + std::to_string(W) + ", (const void *)" +
             Name + ");\n";
    Named += Type + " " + Name + " = (" + Type + ")" + Copy + "; (void)" + Name + ";\n";
  }
  return Found.empty() ? "" : Found + "{\n" + Named;
}

/// Returns a `private` clause for loop variables that are declared before the block, because the loop variables of
/// OpenMP loops are private; "" if there are none.
std::string BlockWriter::iterators() const {
  std::vector<std::string> Names;
  for (const RegionGroup &Loop : Group.Loops) {
    const Region &L = Loop.Instances.front();
    const bool Inside = L.Loop.DeclaredHere || !Context.getSourceManager().isBeforeInTranslationUnit(
                                                   L.Loop.Iterator->getLocation(), R.Loop.Statement->getBeginLoc());
    const std::string Name = L.Loop.Iterator->getNameAsString();
    if (!Inside && !lists(*R.Site.Source, {"private", "firstprivate"}, Name) && !llvm::is_contained(Names, Name))
      Names.push_back(Name);
  }
  return Names.empty() ? "" : " private(" + llvm::join(Names, ", ") + ")";
}

/// Returns a `firstprivate` clause for the scalars that no clause of a `target` block names, except loop variables,
/// which iterators() makes private; "" if there are none.
std::string BlockWriter::scalars() const {
  std::vector<std::string> Names = Group.Instances.front().Described.TargetScalars;
  llvm::erase_if(Names, [&](const std::string &Name) {
    return llvm::any_of(Group.Loops, [&](const RegionGroup &Loop) {
      const CanonicalLoop &L = Loop.Instances.front().Loop;
      return !L.DeclaredHere && L.Iterator->getNameAsString() == Name;
    });
  });
  return Names.empty() ? "" : " firstprivate(" + llvm::join(Names, ", ") + ")";
}

std::string BlockWriter::tail() const {
  return std::string(copies().empty() ? "}\n" : "}\n}\n") + "hetrt_leave_part(" + part() + ");\n}\n" + Team.end() + "}";
}
