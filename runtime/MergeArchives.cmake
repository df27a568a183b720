# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Adds the members of ARCHIVES to the archive INTO.
set(Script "CREATE ${INTO}.merged\nADDLIB ${INTO}\n")
foreach(Archive ${ARCHIVES})
  string(APPEND Script "ADDLIB ${Archive}\n")
endforeach()
string(APPEND Script "SAVE\nEND\n")
file(WRITE ${INTO}.mri ${Script})
execute_process(COMMAND ${AR} -M INPUT_FILE ${INTO}.mri COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${INTO}.merged ${INTO})
file(REMOVE ${INTO}.mri)
