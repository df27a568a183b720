# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compile options shared by every target of the project, and the compiler cache.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()

find_program(HETCC_CCACHE ccache)
if(HETCC_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${HETCC_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${HETCC_CCACHE})
endif()

add_compile_options(-Wall -Wextra)
# g++ 12 sees overlaps in `"text" + std::string` where there can be none (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
# In a unity build no file is the main one, which this warning takes for a header.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
endif()
if(HETCC_WERROR)
  add_compile_options(-Werror)
endif()
if(HETCC_SANITIZE)
  # A finding ends the test: UBSan's are lines in a log otherwise.
  add_compile_options(-fsanitize=${HETCC_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${HETCC_SANITIZE})
endif()
