// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Frontend: writes the device source, which the driver compiles to the device image, and the text in the
// host source that embeds this image in the object.
#ifndef HETCC_LIB_FRONTEND_OUTPUTS_H
#define HETCC_LIB_FRONTEND_OUTPUTS_H

#include "Analysis/Region/RegionGroup.h"
#include "Directive/PragmaHandler.h"
#include "Directive/TokenStream.h"
#include "Frontend/SourceEdits.h"
#include "hetcc/Translate.h"
#include "clang/AST/Decl.h"
#include <set>

namespace hetcc {

/// The device code of one unit. Translator (Translate.cpp) fills the fields, then calls finish().
struct DeviceUnit {
  const clang::CompilerInstance &Instance;
  const DirectiveList &Directives;
  const SourceEdits &Host;  ///< the edits for the host source
  std::string ImagePath;    ///< the file that will contain the image, which the driver makes; empty if there will be no
                            ///< image
  std::string Kernels = {}; ///< the text of all kernels
  /// Device forms of functions that kernels call, each with the location after the user's function, where the form is
  /// inserted.
  std::set<std::pair<clang::SourceLocation, std::string>> Forms = {};
  std::vector<const clang::VarDecl *> Tables = {};     ///< constants that kernels use
  bool UsesComplex = false;                            ///< a kernel computes with C's complex numbers
  std::string Definitions = {};                        ///< `#define` lines for the beginning of the device source
  std::vector<std::pair<size_t, size_t>> Skipped = {}; ///< offsets of the braces of bodies that clang does not accept
  std::set<std::string> Library = {};                  ///< names of functions of the C library that kernels call
  bool SharesLoops = false;   ///< in a kernel, lanes (threads that execute one iteration together) share loops
  std::string Functions = {}; ///< the text of FunctionRecords
  EditedUnit Source = {};     ///< the device source, set by finish(); headers have names relative to the main file
  std::string ImageName = {}; ///< the symbol of the image, set by finish()

  /// Whether the unit belongs to a C++ module.
  bool ofModule() const;
  bool hasImage() const { return !Kernels.empty() && !ImagePath.empty(); }
  /// Sets Source and ImageName from the fields above. `Tokens` knows the macros of the unit.
  void finish(const TokenStream &Tokens);
  /// Returns the text before the user's first line. If the command line defines macros with names that the runtime's
  /// headers use, the text undefines these macros while it includes hetrt.h.
  std::string preamble(const TokenStream &Tokens) const;
  /// Returns the declarations of the preamble. In a C++ module they come after `module NAME;`, because only
  /// preprocessing directives may precede that line.
  std::string declarations() const;
  std::string image() const;

private:
  EditedUnit makeSource(const TokenStream &Tokens, const std::string &Header) const;
  std::string firstHeader(bool UnknownStays) const;
  std::string deviceHeader() const;
  std::string ownNames() const;
  std::string withoutSkipped(SourceEdits &Text) const;
  void hideDirectives(SourceEdits &Text, const std::string &Main, bool &UnknownStays) const;
};

/// Locations of the module declarations in a unit of a C++ module; invalid if the unit has no such declaration.
struct ModuleWords {
  clang::SourceLocation FragmentBegin, FragmentEnd; ///< the beginning and the end of `module;`
  clang::SourceLocation DeclarationEnd;             ///< the location after `export module name;`
};
/// Finds the module declarations in the main file.
ModuleWords findModuleWords(const clang::CompilerInstance &Instance);

/// Returns the line numbers of each region, one region a line: "host ID INSTANCES FIRST LAST FILE", and "gpu ..." with
/// the same fields for regions that have kernels. If a compiler rejects an output, the driver uses this list to find
/// the region that contains the error.
std::string regionList(llvm::ArrayRef<RegionGroup> Groups, const clang::SourceManager &SM);

} // namespace hetcc
#endif
