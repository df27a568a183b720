# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Medians, their intervals, and when a ratio means anything."""

import math
import statistics


def median(samples):
    return statistics.median(samples)


def geometric_mean(ratios):
    return statistics.geometric_mean(ratios)


def paired_ratios(numerators, denominators):
    """The ratio of each pair of neighbouring runs, which share what else the machine was doing."""
    return [a / b for a, b in zip(numerators, denominators)]


def interval(samples):
    """An interval that covers the median of what the samples are drawn from with 95% confidence, from their order
    alone: the outermost ranks between which half a binomial distribution leaves less than 2.5% on either side."""
    count, below, rank = len(samples), 0, 0
    while rank < count // 2 and below + math.comb(count, rank) <= 0.025 * 2 ** count:
        below += math.comb(count, rank)
        rank += 1
    if not rank:  # five samples or fewer tell nothing
        return -math.inf, math.inf
    ordered = sorted(samples)
    return ordered[rank - 1], ordered[count - rank]


def widening(noise):
    """By what factor the baseline may be off from itself, to either side."""
    return max(noise[1], 1 / noise[0]) if 0 < noise[0] and not math.isnan(noise[1]) else math.inf


def judge(found, limit, noise):
    """Where a ratio's interval lies beside the limit: the noise has to be smaller than the way from its nearer end to
    the limit. As an interval is about as wide as the noise, that is when the noise is under half of the ratio's margin."""
    wider = widening(noise)
    if found[1] * wider <= limit:
        return f"within {limit:g}"
    if found[0] > limit * wider:
        return f"beyond {limit:g}"
    return "undecided" if found[0] <= limit < found[1] and wider < limit else "too noisy"


def judge_faster(found, noise):
    """Where a ratio's interval lies beside 1, from which no noise could be told."""
    verdict = judge(found, 1, noise)
    return "undecided" if verdict == "too noisy" else verdict


def compare(subject, baseline, again, limit, first=None):
    """A row's figures from interleaved samples of a subject, its baseline and the baseline once more; or `again` is
    another program's second run, and `first` its first."""
    ratios, noises = paired_ratios(subject, baseline), paired_ratios(again, first or baseline)
    return {
        "baseline": median(baseline),
        "subject": median(subject),
        "ratio": median(ratios),
        "ratio_interval": interval(ratios),
        "noise_ratio": median(noises),
        "noise_interval": interval(noises),
        "limit": limit,
        "verdict": judge(interval(ratios), limit, interval(noises)),
        "samples": {"baseline": baseline, "again": again, "subject": subject},
    }
