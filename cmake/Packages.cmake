# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What an installation has besides programs and libraries, and the packages: five of Debian's (`cpack -G DEB`), one more for each MPI, and a tarball
# that may be unpacked anywhere (`cpack -G TXZ`), in the build folder of the preset `package`. scripts/test-packages builds and
# tries them.

# ---- pkg-config, CMake, environment modules, shells -----------------------------------------------------------------
foreach(Where PKGCONFIG=${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig CMAKE=${CMAKE_INSTALL_FULL_LIBDIR}/cmake/hetcc
    MODULES=${CMAKE_INSTALL_FULL_DATADIR}/modulefiles/hetcc)
  string(REPLACE "=" ";" Where ${Where})
  list(GET Where 0 Name)
  list(GET Where 1 Folder)
  file(RELATIVE_PATH HETCC_PREFIX_FROM_${Name} ${Folder} ${CMAKE_INSTALL_PREFIX})
endforeach()
set(Made ${CMAKE_CURRENT_BINARY_DIR}/packages)
configure_file(cmake/packages/hetrt.pc.in ${Made}/hetrt.pc @ONLY)
configure_file(cmake/packages/toolchain.cmake.in ${Made}/toolchain.cmake @ONLY)
configure_file(cmake/packages/modulefile.in ${Made}/${PROJECT_VERSION} @ONLY)
install(FILES ${Made}/hetrt.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
install(FILES ${Made}/toolchain.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/hetcc COMPONENT development)
install(FILES ${Made}/${PROJECT_VERSION} DESTINATION ${CMAKE_INSTALL_DATADIR}/modulefiles/hetcc COMPONENT compiler)
foreach(Program hetcc hetcc++ hetinfo hetreport hetsim)
  if(Program MATCHES hetcc)
    set(Component compiler)
  else()
    set(Component tools)
  endif()
  install(FILES cmake/packages/hetcc.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    RENAME ${Program} COMPONENT ${Component})
  install(FILES cmake/packages/hetcc.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
    RENAME ${Program}.fish COMPONENT ${Component})
endforeach()
install(FILES cmake/packages/_hetcc DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT compiler)

# ---- Manual pages, documents, examples --------------------------------------------------------------------------------
find_program(HETCC_HELP2MAN help2man DOC "Makes manual pages of what programs print as help")
find_program(HETCC_LOWDOWN lowdown DOC "Makes manual pages of Markdown")
if(HETCC_HELP2MAN AND HETCC_LOWDOWN AND HETCC_BUILD_TRANSLATOR AND NOT HETCC_SANITIZE)
  file(GLOB Pages CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/docs/language/*.md)
  add_custom_command(OUTPUT ${Made}/man
    COMMAND ${CMAKE_SOURCE_DIR}/scripts/man-pages ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${Made}/man ${PROJECT_VERSION}
    DEPENDS hetcc hetinfo hetsim scripts/man-pages docs/language.md ${Pages} docs/settings.md VERBATIM)
  add_custom_target(man-pages ALL DEPENDS ${Made}/man)
  foreach(Page hetcc.1 hetcc++.1 hetcc.7 hetinfo.1 hetreport.1 hetsim.1 hetrt.7)
    string(REGEX REPLACE ".*\\." "man" Section ${Page})
    set(Component compiler)
    if(Page MATCHES "hetinfo|hetreport|hetsim|hetrt")
      set(Component tools)
    endif()
    install(FILES ${Made}/man/${Section}/${Page}.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/${Section} COMPONENT ${Component})
  endforeach()
endif()
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation # where README.md links to it
  FILES_MATCHING PATTERN *.md PATTERN *.svg PATTERN *.png)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)

# ---- Packages ---------------------------------------------------------------------------------------------------------
set(CPACK_PACKAGE_VENDOR "The hetcc authors")
set(HETCC_MAINTAINER "The hetcc authors <hetcc@hetcc.invalid>" CACHE STRING "Name and address in the packages")
set(CPACK_PACKAGE_CONTACT ${HETCC_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_SOURCE_DIR}/cmake/packages/generators.cmake)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
get_property(Families GLOBAL PROPERTY HETRT_MPI_FAMILIES)
set(CPACK_COMPONENTS_ALL runtime development compiler tools documentation ${Families})
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# hetcc_package(component NAME name SECTION section SUMMARY text DESCRIPTION text [DEPENDS|RECOMMENDS|SUGGESTS packages]
# [TRIGGERS file]): a package of Debian's, with the files that its policy wants of each.
string(TIMESTAMP Today "%a, %d %b %Y %H:%M:%S +0000" UTC) # SOURCE_DATE_EPOCH, if it is set
function(hetcc_package component)
  cmake_parse_arguments(Package "" "NAME;SECTION;SUMMARY;DESCRIPTION;DEPENDS;RECOMMENDS;SUGGESTS;TRIGGERS" "" ${ARGN})
  string(TOUPPER ${component} Key)
  set(CPACK_DEBIAN_${Key}_PACKAGE_NAME ${Package_NAME} PARENT_SCOPE)
  set(CPACK_DEBIAN_${Key}_PACKAGE_SECTION ${Package_SECTION} PARENT_SCOPE)
  set(CPACK_COMPONENT_${Key}_DESCRIPTION "${Package_SUMMARY}\n${Package_DESCRIPTION}" PARENT_SCOPE)
  foreach(Kind DEPENDS RECOMMENDS SUGGESTS)
    set(CPACK_DEBIAN_${Key}_PACKAGE_${Kind} "${Package_${Kind}}" PARENT_SCOPE)
  endforeach()
  if(Package_TRIGGERS)
    set(CPACK_DEBIAN_${Key}_PACKAGE_CONTROL_EXTRA ${Package_TRIGGERS} PARENT_SCOPE)
  endif()
  set(Folder ${CMAKE_CURRENT_BINARY_DIR}/packages/${Package_NAME})
  file(WRITE ${Folder}/changelog "${Package_NAME} (${PROJECT_VERSION}) unstable; urgency=medium\n\n"
    "  * Version ${PROJECT_VERSION}: CHANGELOG.md of package hetcc-doc has what is new.\n\n -- ${HETCC_MAINTAINER}  ${Today}\n")
  execute_process(COMMAND gzip -9nf ${Folder}/changelog COMMAND_ERROR_IS_FATAL ANY)
  configure_file(cmake/packages/copyright ${Folder}/copyright COPYONLY)
  install(FILES ${Folder}/changelog.gz ${Folder}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${Package_NAME}
    COMPONENT ${component})
endfunction()

get_target_property(HETRT_ABI_VERSION hetrt SOVERSION)
set(Same "(= ${PROJECT_VERSION})")
hetcc_package(runtime NAME libhetrt${HETRT_ABI_VERSION} SECTION libs
  SUMMARY "runtime of programs that hetcc has compiled"
  DESCRIPTION "Finds cores and accelerators, splits annotated loops by measured\nspeed, and moves the parts of arrays that each share needs."
  RECOMMENDS "lp-solve"
  TRIGGERS ${CMAKE_SOURCE_DIR}/cmake/packages/triggers)
foreach(Family ${Families})
  hetcc_package(${Family} NAME libhetrt${HETRT_ABI_VERSION}-${Family} SECTION libs
    SUMMARY "nodes of hetcc's runtime under ${Family}"
    DESCRIPTION "Lets the ranks of a job that ${Family} has started be devices of a program\nthat hetcc has compiled."
    DEPENDS "libhetrt${HETRT_ABI_VERSION} ${Same}")
endforeach()
hetcc_package(development NAME libhetrt-dev SECTION libdevel
  SUMMARY "headers and libraries of hetcc's runtime"
  DESCRIPTION "What programs with loops for hetcc are compiled and linked with, for\nCMake and pkg-config too."
  DEPENDS "libhetrt${HETRT_ABI_VERSION} ${Same}")
hetcc_package(compiler NAME hetcc SECTION devel
  SUMMARY "compiler that splits OpenMP loops over all cores and accelerators"
  DESCRIPTION "A drop-in for gcc and g++: annotated loops, and OpenMP's own target\nloops, run on all CPU cores and GPUs of the machine at once."
  DEPENDS "libhetrt-dev ${Same}, g++ | c++-compiler, libclang-common-19-dev" RECOMMENDS "hetcc-tools, clang-19"
  SUGGESTS "hetcc-doc, nvidia-cuda-toolkit")
hetcc_package(tools NAME hetcc-tools SECTION utils
  SUMMARY "what hetcc's runtime finds on a machine, and models of other machines"
  DESCRIPTION "hetinfo shows devices, schedulers and settings; hetreport makes a\npage of a run; hetsim runs the schedulers on modelled machines."
  DEPENDS "python3")
hetcc_package(documentation NAME hetcc-doc SECTION doc
  SUMMARY "documents and examples of hetcc"
  DESCRIPTION "The language, the settings, how it is built, what was measured, and\nprograms to begin with.")
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
include(CPack)
