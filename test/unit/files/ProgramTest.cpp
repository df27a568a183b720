// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Files/Program.h"

#include <gtest/gtest.h>

#include <filesystem>

TEST(Program, IsThisTest) {
  const std::filesystem::path Found = hetrt::programPath();
  EXPECT_TRUE(Found.is_absolute());
  EXPECT_TRUE(std::filesystem::equivalent(Found, "/proc/self/exe"));
}
