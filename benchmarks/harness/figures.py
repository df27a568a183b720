# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Medians, spreads and ratios, and when a ratio means anything."""

import statistics


def median(samples):
    return statistics.median(samples)


def spread(samples):
    """The distance between the quartiles."""
    if len(samples) < 2:
        return float("inf")
    low, _, high = statistics.quantiles(samples, n=4, method="inclusive")
    return high - low


def paired_ratios(numerators, denominators):
    """The ratio of each pair of neighbouring runs, which share what else the machine was doing."""
    return [a / b for a, b in zip(numerators, denominators)]


def judge(ratio, limit, noise):
    """A ratio counts only if the noise (spread of the baseline against itself) is under half its distance from the
    limit; otherwise the run cannot tell on which side of the limit it lies."""
    if not noise < abs(ratio - limit) / 2:
        return "too noisy"
    return f"within {limit:g}" if ratio <= limit else f"beyond {limit:g}"


def compare(subject, baseline, again, limit):
    """A row's figures from interleaved samples of a subject, its baseline and the baseline once more."""
    ratios, noises = paired_ratios(subject, baseline), paired_ratios(again, baseline)
    noise = max(spread(noises), abs(median(noises) - 1))
    return {
        "baseline": median(baseline),
        "subject": median(subject),
        "ratio": median(ratios),
        "ratio_spread": spread(ratios),
        "noise_ratio": median(noises),
        "noise_spread": noise,
        "limit": limit,
        "verdict": judge(median(ratios), limit, noise),
        "samples": {"baseline": baseline, "again": again, "subject": subject},
    }
