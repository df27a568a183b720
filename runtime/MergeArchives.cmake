# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Adds the members of ARCHIVES to the archive INTO, and SOLVER_USER with what it needs of SOLVER as one object. The
# solver's functions have names such as `scale` and `REPORT_extended`: they become local to that object, since a program
# that is linked with -static may have functions of the same names.
set(Object ${INTO}.solver.o)
execute_process(COMMAND ${LD} -r -o ${Object} --whole-archive ${SOLVER_USER} --no-whole-archive ${SOLVER}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${NM} --extern-only --defined-only --format=posix ${SOLVER}
  OUTPUT_VARIABLE Symbols ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE " [^\n]*" "" Symbols "${Symbols}")
file(WRITE ${Object}.symbols "${Symbols}")
execute_process(COMMAND ${OBJCOPY} --localize-symbols=${Object}.symbols ${Object} COMMAND_ERROR_IS_FATAL ANY)

set(Script "CREATE ${INTO}.merged\nADDLIB ${INTO}\nADDMOD ${Object}\n")
foreach(Archive ${ARCHIVES})
  string(APPEND Script "ADDLIB ${Archive}\n")
endforeach()
string(APPEND Script "SAVE\nEND\n")
file(WRITE ${INTO}.mri ${Script})
execute_process(COMMAND ${AR} -M INPUT_FILE ${INTO}.mri COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${INTO}.merged ${INTO})
file(REMOVE ${INTO}.mri ${Object} ${Object}.symbols)
