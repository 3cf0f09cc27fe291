#!/bin/sh
# autograde.sh HANDIN: grades what was handed in, and prints for Autolab: the feedback, and as the last
# line the scores. When the grader fails there is no such line, so that nobody gets a zero for it.
case $1 in
/*) handin=$1 ;;
*) handin=$PWD/$1 ;;
esac
cd "$(dirname "$0")/../../.." || exit 2
. grader/export/platforms/grade.sh

fail() {
	echo "$1"
	exit 2
}
work=$(mktemp -d) || exit 2
name=autolab-$$
trap 'rm -rf "$work" "$B/grade/$name"' EXIT

# Only files that could be a lab come out of an archive, and none of them is large.
mkdir "$work/in"
case $handin in
*.c | *.cu) [ ! -f "$handin" ] || cp -- "$handin" "$work/in/" ;;
*.tar | *.tar.gz | *.tgz)
	(ulimit -f 8192 && tar -xf "$handin" -C "$work/in" --no-same-owner --no-same-permissions \
		--wildcards --no-anchored 'lab[1-9]*_*.c' 'lab[1-9]*_*.cu') 2>/dev/null
	;;
*.zip) (ulimit -f 8192 && unzip -qq "$handin" '*lab[1-9]*_*.c' '*lab[1-9]*_*.cu' -d "$work/in") 2>/dev/null </dev/null ;;
*) fail "$(harmless "${handin##*/}"): expected a .tar, .tar.gz, .tgz or .zip of labN_*.c files, or one such file" ;;
esac
collect "$work/in" "$work/$name"
[ -n "$(ls "$work/$name")" ] || fail "$(harmless "${handin##*/}"): no file in it is called like a lab (lab1_devices.c)"
grade "$work/$name" >"$work/log" 2>&1 || {
	tail -n 5 "$work/log"
	fail 'The grader failed; there is no score.'
}
"$B/bin/usegpu" export --build "$B" --format autolab --submission "$work/$name" --out -
