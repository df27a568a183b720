# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# find_package(hetcc) gives hetrt::hetrt and hetrt::hetrt_static.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/hetccTargets.cmake)
