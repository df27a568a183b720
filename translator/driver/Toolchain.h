// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the programs and folders that the driver needs: the host compiler; the parts of hetcc, relative to this
// program, so that an installation can be moved; and the tools for GPUs, all of which may be missing.
#pragma once

#include <string>
#include <vector>

namespace hetcc::driver {

/// The tools that make code for GPUs; a path is empty if the tool is missing. PTX needs the first three; machine code
/// needs all.
struct DeviceTools {
  std::string Clang;
  std::string Wrappers; ///< clang's headers that map functions of the C library to those of the device
  std::string Libdevice;
  std::string Ptxas, Fatbinary;
  std::string Missing; ///< which tool for PTX is missing, in words; empty if none is

  bool canCompile() const { return Missing.empty(); }
  bool canAssemble() const { return !Ptxas.empty() && !Fatbinary.empty(); }
};

/// The paths of hetcc's own parts.
struct Installation {
  std::string Translator;
  std::string IncludeDir;
  std::string LibDir;
};

/// The words that start the host compiler: those in HETCC_HOST_CC or HETCC_HOST_CXX, else gcc or g++. If the first
/// program of this name in PATH is hetcc itself, it is skipped, so that a folder with a link `gcc -> hetcc` may come
/// first in PATH.
std::vector<std::string> hostCompiler(bool Cxx);

/// An error message if the host compiler is hetcc itself, or a script or another program that starts hetcc again and
/// again; else "". An environment variable counts how often hetcc was started inside itself.
std::string checkHostCompiler(bool Cxx);

Installation findInstallation();
DeviceTools findDeviceTools();

/// The options for a link with objects that need the runtime.
std::vector<std::string> runtimeLinkOptions(const Installation &Installation, bool Static);
/// The options that make the program call the runtime before `main`; they come before those of runtimeLinkOptions().
std::vector<std::string> mainLinkOptions(const Installation &Installation);
/// The additional options for a program with loops that need the length of arrays which only the allocator knows.
std::vector<std::string> allocationLinkOptions(const Installation &Installation);

/// The options that instrument a unit for --hetcc-check. \p ByClang: for clang; else for gcc.
std::vector<std::string> checkCompileOptions(bool ByClang);

/// The options that link a program with the checker; they come before those of runtimeLinkOptions().
std::vector<std::string> checkLinkOptions(const Installation &Installation);

/// The options for a source that includes hetcc.h and must not see anything else of hetcc.
std::vector<std::string> headerOptions(const Installation &Installation);
/// The options for a source that tests __HETCC__ or uses hetcc.h, but has no directive of hetcc's.
std::vector<std::string> mentionOptions(const Installation &Installation);
/// The options for a source that the translator has written.
std::vector<std::string> runtimeCompileOptions(const Installation &Installation);

} // namespace hetcc::driver
