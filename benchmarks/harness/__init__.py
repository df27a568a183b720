# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmark harness: builds the programs in several ways, runs them side by side and judges the figures.

    programs   what there is to run           build      one source, several compilers
    photo      the real data of k-means       process    one run of a program, its report and its dump
    figures    medians, spreads, verdicts     report     tables, progress, CSV and JSON, where it all was measured
    commands   cpu, overhead, build, photo    check      right results on every device and under every scheduler
    coexec     coexec and gpu                 predict    hetsim beside reality
    plot       SVG files
"""
