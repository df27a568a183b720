# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Read by cpack for each kind of package: one of Debian's has its files in /usr, a tarball in the folder that it makes.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
else()
  set(CPACK_PACKAGING_INSTALL_PREFIX "")
endif()
