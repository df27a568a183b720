// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a translation writes beside the edited source: the device source, and in the host source the image that is made
// of it.
#ifndef HETCC_LIB_FRONTEND_OUTPUTS_H
#define HETCC_LIB_FRONTEND_OUTPUTS_H

#include "Analysis/RegionGroup.h"
#include "Directive/PragmaHandler.h"
#include "Directive/TokenStream.h"
#include "Frontend/SourceEdits.h"
#include "hetcc/Translate.h"
#include "clang/AST/Decl.h"
#include <set>

namespace hetcc {

/// The kernels of a unit and their way into its object.
struct DeviceUnit {
  const clang::CompilerInstance &Instance;
  const DirectiveList &Directives;
  const SourceEdits &Host;                               ///< of the same unit
  std::string ImagePath;                                 ///< the file that will hold the image; empty: none
  std::string Kernels = {};                              ///< in order
  std::set<std::pair<clang::SourceLocation, std::string>> Forms = {}; ///< of functions that they call, where they stand
  std::vector<const clang::VarDecl *> Tables = {};       ///< constants that kernels use
  bool UsesComplex = false;                              ///< whether a kernel computes with C's complex numbers
  std::string Definitions = {};                          ///< macros before the first line
  std::vector<std::pair<size_t, size_t>> Skipped = {};   ///< offsets of the braces of bodies that clang does not accept
  std::set<std::string> Library = {};                    ///< functions of the C library that kernels call
  bool SharesLoops = false;                              ///< whether lanes share loops of a kernel
  std::string Functions = {};                            ///< FunctionRecords
  EditedUnit Source = {};     ///< once finished; headers are named as if they lay beside the main file
  std::string ImageName = {}; ///< once finished

  /// Whether the unit is one of a C++ module's.
  bool ofModule() const;
  bool hasImage() const { return !Kernels.empty() && !ImagePath.empty(); }
  /// Makes what is written, when all above is known.
  void finish();
  /// What stands before the user's first line. Fields of the runtime's structs are named in what comes after it, so no
  /// macro of the command line's may name them otherwise.
  std::string preamble(const TokenStream &Tokens) const;
  /// The part of the preamble that a C++ module has behind `module NAME;`: before that line, only headers may stand.
  std::string declarations() const;
  std::string image() const;

private:
  EditedUnit makeSource() const;
  std::string deviceHeader() const;
  std::string ownNames() const;
  std::string withoutSkipped(SourceEdits &Text) const;
  void hideDirectives(SourceEdits &Text, const std::string &Main, bool &UnknownStays) const;
};

/// Places in a unit of a C++ module; invalid where there are none.
struct ModuleWords {
  clang::SourceLocation FragmentBegin, FragmentEnd; ///< of `module;`
  clang::SourceLocation DeclarationEnd;             ///< behind `export module name;`
};
ModuleWords findModuleWords(const clang::CompilerInstance &Instance);

/// The lines of each region, by which the driver maps errors in the outputs back to them: "host ID INSTANCES FIRST LAST
/// FILE", and the same with "gpu" for what has kernels.
std::string regionList(llvm::ArrayRef<RegionGroup> Groups, const clang::SourceManager &SM);

} // namespace hetcc
#endif
