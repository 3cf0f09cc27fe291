#!/bin/sh
# reset.sh FOLDER LAB|all - puts the starters of grader/stubs/ back into FOLDER.
#
# A file that differs from its starter is first moved aside, beside itself and with the time in its
# name, so nothing that a student wrote is ever lost. A file that is still the starter is left alone.
# The hints of the lab begin again too, and what make progress tells of it; they lie in B/hints and B/progress (B is
# the folder of the build).
folder=$1 lab=$2
stubs=$(dirname "$(dirname "$0")")/stubs
case $folder in
-*) folder=./$folder ;;
esac

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
whole=$(cd -- "$folder" 2>/dev/null && pwd -P)
place=
for note in "${B:-build}"/grade/*/.of; do # which place is this folder's (grader/setup/result_dir.h)
	[ "$(cat "$note" 2>/dev/null)" != "$whole" ] || place=$(basename -- "${note%/.of}")
done
for stub in "$stubs"/lab${lab}_*.c "$stubs"/lab${lab}_*.cu; do
	[ -f "$stub" ] || continue
	found=1
	number=${stub##*/lab}
	number=${number%%_*}
	[ -z "$place" ] || rm -f "${B:-build}/hints/$place/$number".[0-9]* "${B:-build}/progress/$place/$number"
	file=$folder/${stub##*/}
	# The new file is whole before the old one moves: a full disk must not leave a student without.
	new=
	if [ -e "$file" ] || [ -L "$file" ]; then
		if [ ! -L "$file" ] && cmp -s "$stub" "$file"; then
			echo "$file is the starter already"
			continue
		fi
		new=$(mktemp "$file.XXXXXX") && cp "$stub" "$new" || {
			rm -f "$new"
			exit 1
		}
		stamp=$(date +%Y-%m-%d-%H%M%S) again=
		while [ -e "$file.$stamp$again.bak" ] || [ -L "$file.$stamp$again.bak" ]; do
			again=$((${again:--1} - 1))
		done
		mv "$file" "$file.$stamp$again.bak" || {
			rm -f "$new"
			exit 1
		}
		echo "$file was kept as $file.$stamp$again.bak"
	fi
	if [ -z "$new" ]; then
		new=$(mktemp "$file.XXXXXX") && cp "$stub" "$new" || {
			rm -f "$new"
			exit 1
		}
	fi
	chmod 644 "$new" && mv "$new" "$file" || exit 1
	echo "$file is the starter again"
done
if [ $found -eq 0 ]; then
	echo "reset: LAB=$lab: there is no such lab in $stubs" >&2
	exit 2
fi
