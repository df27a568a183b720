// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns one region into edits of the user's source: the directive becomes a descriptor and a team, the loop's first
// and last value become those of the range that the runtime hands out, the body stays as it is.
#ifndef HETCC_LIB_REWRITE_HOSTWRITER_H
#define HETCC_LIB_REWRITE_HOSTWRITER_H

#include "Analysis/Region.h"
#include "Directive/TokenStream.h"
#include "hetcc/Translate.h"

namespace hetcc {

/// Everything known of one directive: its region in the first instance, and the kernels of all instances.
struct RegionGroup {
  Directive *Source = nullptr;
  std::vector<Region> Instances; ///< of the enclosing templates; one without templates
  struct Kernel {
    std::string Name;  ///< entry in the device image
    std::string Guard; ///< condition on template parameters; empty: always
  };
  std::vector<Kernel> Kernels;
  Verdict Fate; ///< the strictest of the instances
  bool hasDeviceForm() const { return Fate.Where == Place::Everywhere; }
};

/// The pieces of text that replace and surround the source of a region.
struct RegionText {
  std::string Before;   ///< before the enclosing function, at file scope
  std::string Head;     ///< in place of the directive
  std::string From, To; ///< in place of the loop's first value and bound
  std::string Tail;     ///< after the loop
};

class HostWriter {
public:
  HostWriter(clang::ASTContext &Context, const TokenStream &Tokens, const TranslateOptions &Options, bool HasImage)
      : Context(Context), Tokens(Tokens), Options(Options), HasImage(HasImage) {}
  RegionText write(const RegionGroup &Group) const;

private:
  std::string printed(const clang::Expr *E) const;
  std::string iteratorType(const Region &R) const;
  std::string bounds(const Region &R, const std::string &N) const;
  std::string valuesStruct(const RegionGroup &G, const std::string &N) const;
  std::string descriptor(const RegionGroup &G, const std::string &N, const std::string &Location) const;
  std::string shapes(const Region &R, const std::string &N) const;
  std::string call(const Region &R, const std::string &N) const;
  std::string team(const Region &R, const std::string &N) const;
  std::string iteratorAt(const Region &R, const std::string &K, const std::string &N) const;
  std::string lastValue(const Region &R, const std::string &N) const;
  std::string range(const Region &R, const std::string &N) const;
  std::string tail(const Region &R, const std::string &N) const;
  bool isCXX() const;

  clang::ASTContext &Context;
  const TokenStream &Tokens;
  const TranslateOptions &Options;
  bool HasImage;
};

} // namespace hetcc
#endif
