# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hetcc_unit_tests(TARGET PREFIX [ALONE] [TIMEOUT SECONDS] [ENVIRONMENT NAME=VALUE...]): the cases of a GoogleTest program as
# tests of ctest, PREFIX.Suite.Case. Under sanitizers a process takes longer to start than most cases do: there the program is
# one test, PREFIX.all, and its output names the cases that failed. ALONE: each case needs a process of its own.
include(GoogleTest)
include_guard()

function(hetcc_unit_tests target prefix)
  cmake_parse_arguments(PARSE_ARGV 2 arg ALONE TIMEOUT ENVIRONMENT)
  set(properties LABELS unit)
  if(arg_ENVIRONMENT)
    list(APPEND properties ENVIRONMENT "${arg_ENVIRONMENT}")
  endif()
  if(HETCC_SANITIZE AND NOT arg_ALONE)
    add_test(NAME ${prefix}.all COMMAND ${target} --gtest_brief=1)
    set_tests_properties(${prefix}.all PROPERTIES TIMEOUT 900 ${properties})
    return()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  gtest_discover_tests(${target} TEST_PREFIX ${prefix}. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT ${arg_TIMEOUT} ${properties})
endfunction()
