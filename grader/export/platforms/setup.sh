#!/bin/bash
# setup.sh - Gradescope runs this once, as root, when it makes the image: packages, then the build.
set -eu
cd "$(dirname "$0")"
.ci/deps
make -j"$(nproc)" all
make -s grade-command >build/grade-command
