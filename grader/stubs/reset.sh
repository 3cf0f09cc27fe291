#!/bin/sh
# reset.sh FOLDER LAB|all - puts the starters of grader/stubs/ back into FOLDER.
#
# A file that differs from its starter is first moved aside, beside itself and with the time in its
# name, so nothing that a student wrote is ever lost. A file that is still the starter is left alone.
folder=$1 lab=$2
stubs=$(dirname "$0")

if [ "$lab" = all ]; then
	lab='[0-9]*'
else
	case $lab in
	'' | *[!0-9]*)
		echo "reset: LAB=$lab: wanted the number of a lab, or all" >&2
		exit 2
		;;
	esac
fi
found=0
for stub in "$stubs"/lab${lab}_*.c; do
	[ -f "$stub" ] || continue
	found=1
	file=$folder/${stub##*/}
	if [ -e "$file" ] || [ -L "$file" ]; then
		if [ ! -L "$file" ] && cmp -s "$stub" "$file"; then
			echo "$file is the starter already"
			continue
		fi
		stamp=$(date +%Y-%m-%d-%H%M%S) again=
		while [ -e "$file.$stamp$again.bak" ] || [ -L "$file.$stamp$again.bak" ]; do
			again=$((${again:--1} - 1))
		done
		mv "$file" "$file.$stamp$again.bak" || exit 1
		echo "$file was kept as $file.$stamp$again.bak"
	fi
	# A whole file or none: a copy that fails half way must not look like a lab.
	cp "$stub" "$file.new" && mv "$file.new" "$file" || exit 1
	echo "$file is the starter again"
done
if [ $found -eq 0 ]; then
	echo "reset: LAB=$lab: there is no such lab in $stubs" >&2
	exit 2
fi
