// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the programs and folders are that the driver needs: the host compiler, our own parts (found relative to this
// program, so that a moved installation works), and the tools for GPUs, none of which need be there.
#pragma once

#include <string>
#include <vector>

namespace hetcc::driver {

/// The tools that make a GPU form; each is empty where it is missing. PTX needs the first three, machine code all.
struct DeviceTools {
  std::string Clang;
  std::string Wrappers; ///< clang's headers that map the C library to the device
  std::string Libdevice;
  std::string Ptxas, Fatbinary;
  std::string Missing; ///< what keeps us from making PTX, in words; empty where nothing does

  bool canCompile() const { return Missing.empty(); }
  bool canAssemble() const { return !Ptxas.empty() && !Fatbinary.empty(); }
};

/// The parts of hetcc itself.
struct Installation {
  std::string Translator;
  std::string IncludeDir;
  std::string LibDir;
};

/// The words that start the host compiler: HETCC_HOST_CC or HETCC_HOST_CXX, else gcc or g++. A program of that name
/// that is this very program is passed over, so that a folder with `gcc -> hetcc` may stand first in PATH.
std::vector<std::string> hostCompiler(bool Cxx);

/// An error message where the host compiler is this very program, or has led back to it again and again, by a script or
/// through another program; empty otherwise. Where it may lead back, the environment of the programs that we start from
/// here on says how often we were started.
std::string checkHostCompiler(bool Cxx);

Installation findInstallation();
DeviceTools findDeviceTools();

/// What a link needs that has an object of ours.
std::vector<std::string> runtimeLinkOptions(const Installation &Installation, bool Static);
/// What lets the runtime have a look before a program's main: stands before the runtime.
std::vector<std::string> mainLinkOptions(const Installation &Installation);
/// What a source needs that includes hetcc.h and is to see no more of us.
/// What a program needs besides whose loops ask how long arrays are that the allocator alone knows.
std::vector<std::string> allocationLinkOptions(const Installation &Installation);

/// What instruments a program of --hetcc-check. \p ByClang: for that host compiler, else for gcc.
std::vector<std::string> checkCompileOptions(bool ByClang);

/// What links it with the checker; the runtime comes behind it.
std::vector<std::string> checkLinkOptions(const Installation &Installation);

std::vector<std::string> headerOptions(const Installation &Installation);
/// What a source needs that tests __HETCC__ or uses hetcc.h, but has no directive of ours.
std::vector<std::string> mentionOptions(const Installation &Installation);
/// What a source needs that the translator wrote.
std::vector<std::string> runtimeCompileOptions(const Installation &Installation);

} // namespace hetcc::driver
