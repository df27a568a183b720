// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a translation writes beside the edited source: the device source, and in the host source the image that is made
// of it.
#ifndef HETCC_LIB_FRONTEND_OUTPUTS_H
#define HETCC_LIB_FRONTEND_OUTPUTS_H

#include "Directive/PragmaHandler.h"
#include "hetcc/Translate.h"
#include "clang/AST/Decl.h"

namespace hetcc {

/// The kernels of a unit and their way into its object.
struct DeviceUnit {
  const clang::CompilerInstance &Instance;
  const DirectiveList &Directives;
  std::string ImagePath;                           ///< the file that will hold the image; empty: none
  std::string Kernels = {};                        ///< in order
  std::vector<const clang::VarDecl *> Tables = {}; ///< constants that kernels use
  bool UsesComplex = false;                        ///< whether a kernel computes with C's complex numbers
  bool SharesLoops = false;                        ///< whether lanes share loops of a kernel

  bool hasImage() const { return !Kernels.empty() && !ImagePath.empty(); }
  std::string source() const;
  std::string preamble() const;
  std::string image() const;

private:
  std::string imageName() const;
};

/// Writes a file, or standard output for an empty path; says why if it cannot.
bool writeFile(llvm::StringRef Path, llvm::StringRef Text);

} // namespace hetcc
#endif
