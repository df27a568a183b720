# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The photograph whose colours k-means quantises. It has 2592 x 1754 pixels (Nevit Dilmen, 2008, CC BY 3.0), and is in
Debian's package sddm-theme-maldives."""

import pathlib
import subprocess

from .programs import SOURCES, Mistake

PACKAGE = "sddm-theme-maldives"
PLACE = "usr/share/sddm/themes/maldives/background.jpg"


def find(directory):
    """The path of the JPEG file, which is installed or was unpacked by `fetch`; None if there is none."""
    places = (pathlib.Path("/") / PLACE, pathlib.Path(directory) / "photo" / PLACE)
    return next((place for place in places if place.exists()), None)


def fetch(directory):
    """Downloads and unpacks the package below the directory; needs apt and the network, but no root."""
    target = pathlib.Path(directory) / "photo"
    target.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(["apt-get", "download", PACKAGE], cwd=target, capture_output=True, text=True)
    if done.returncode:
        raise Mistake(f"cannot download the package {PACKAGE}:\n{done.stderr.strip()}")
    for package in target.glob(f"{PACKAGE}_*.deb"):
        subprocess.run(["dpkg-deb", "-x", package, target], check=True)
        package.unlink()
    return find(directory)


def picture(directory, size):
    """The path of the photograph as a PPM file, an eighth as wide and high at the small size; None if there is none."""
    jpeg = find(directory)
    if not jpeg:
        return None
    shrink = 8 if size == "small" else 1
    target = pathlib.Path(directory) / "photo" / f"photo-{shrink}.ppm"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        tool = target.parent / "photo"
        command = ["gcc", "-O2", str(SOURCES / "kmeans" / "photo.c"), "-o", str(tool), "-ljpeg"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Mistake(f"cannot build the decoder of photographs (it needs libjpeg-dev):\n{done.stderr.strip()}")
        partial = target.with_suffix(".partial")
        subprocess.run([tool, jpeg, partial, str(shrink)], check=True)
        partial.replace(target)
    return target
