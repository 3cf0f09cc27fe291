#!/bin/sh
# classroom50.sh - grades a submission on Classroom 50's runner, in the student's checkout: unpacks and builds
# the kit that lies beside this file, and writes result.json there. When the grader fails it ends with 2 and
# without that file: the runner then says that grading failed, and nobody gets a zero for it.
# https://github.com/foundation50/classroom50 (wiki: Advanced Autograding)
bundle=$(cd "$(dirname "$0")" && pwd) || exit 2
checkout=$PWD
work=$(mktemp -d) || exit 2
name=classroom50-$$
trap 'rm -rf "$work"; [ -z "${B:-}" ] || rm -rf "$B/grade/$name"' EXIT
rm -f result.json
tar -xf "$bundle/usegpu.tar" -C "$work" && cd "$work/usegpu" || exit 2
[ -n "${B:-}" ] || sh grader/export/platforms/build.sh "$work/usegpu" || exit 2 # a test has built it
. grader/export/platforms/grade.sh
collect "$checkout" "$work/$name"
grade "$work/$name" || exit 2
"$B/bin/usegpu" export --build "$B" --format classroom50 --submission "$work/$name" --out "$checkout/result.json"
