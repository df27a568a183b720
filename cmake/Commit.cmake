# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DSOURCE=FOLDER -DINTO=FILE -P Commit.cmake: a header with the commit that FOLDER is at, written only where that changed.
# "unknown" outside of a git checkout.
set(Commit unknown)
if(EXISTS ${SOURCE}/.git)
  execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --match=nothing
    OUTPUT_VARIABLE Found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE Status)
  if(Status EQUAL 0)
    set(Commit ${Found})
  endif()
endif()
file(CONFIGURE OUTPUT ${INTO} CONTENT "#define HETCC_COMMIT \"${Commit}\"\n")
