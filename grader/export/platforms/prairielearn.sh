#!/bin/sh
# prairielearn.sh - PrairieLearn starts this in the image for each submission: grades /grade/student, and writes
# /grade/results/results.json. When the grader fails it says so in that file, as not gradable.
# https://prairielearn.readthedocs.io/en/latest/externalGrading/
root=${GRADE_ROOT:-/grade} # a test has a folder of its own
cd "${KIT:-/opt/usegpu}" || exit 2
. grader/export/platforms/grade.sh
work=$(mktemp -d) || exit 2
name=prairielearn-$$
trap 'rm -rf "$work" "$B/grade/$name"' EXIT
mkdir -p "$root/results"
collect "$root/student" "$work/$name"
grade "$work/$name"
"$B/bin/usegpu" export --build "$B" --format prairielearn --submission "$work/$name" --out "$work/results.json" ||
	echo '{"gradable": false, "message": "The grader failed; this attempt does not count."}' >"$work/results.json"
cp "$work/results.json" "$root/results/results.json"
