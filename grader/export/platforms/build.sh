#!/bin/sh
# build.sh FOLDER: builds the kit there, and says how only when it fails.
cd "$1" || exit 2
{ make -j"$(nproc)" all && make -s grade-command >build/grade-command; } >build.log 2>&1 && exit 0
tail -n 20 build.log
echo 'The kit could not be built; there is no score.'
exit 2
