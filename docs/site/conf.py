# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Settings of the documentation site, which scripts/site builds. A reader of the site needs no network."""
import os

project = "hetcc"
release = version = os.environ["HETCC_VERSION"]  # scripts/site reads the version from CMakeLists.txt
author = "The hetcc authors"
extensions = ["myst_parser"]
root_doc = "index"
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
html_theme = "sphinx_rtd_theme"
html_theme_options = {"navigation_depth": 3, "collapse_navigation": False}
html_copy_source = False
html_show_sphinx = False
html_permalinks = True
templates_path = []
# Pages name sources in other folders, which are not part of the site.
suppress_warnings = ["myst.xref_missing_file"]
