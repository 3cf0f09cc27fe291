#!/bin/sh
# generate.sh [FOLDER] - makes the starter of every solution, by regions.awk; in this folder, or in
# FOLDER. Files that would not change are not touched.
#
# Without FOLDER the starters in labs/ follow: one that is still what was generated last is renewed,
# or made where there is none. One that somebody has changed is work, and is kept.
stubs=$(dirname "$0")
to=${1:-$stubs}
kit=$stubs/../..
labs=$kit/labs
[ $# -eq 0 ] && [ -d "$labs" ] || labs=

# renew FILE NEW: makes FILE of NEW, which is moved
renew() {
	chmod 644 "$2" && mv "$2" "$1" || exit 1
	echo "made $1"
}
# follow NAME BEFORE: the starter in labs/, which was BEFORE when it was generated last
follow() {
	mine=$labs/$1
	cmp -s "$to/$1" "$mine" && return
	if [ ! -e "$mine" ] && [ ! -L "$mine" ] || cmp -s "$2" "$mine"; then
		cp "$to/$1" "$mine.new" && renew "$mine" "$mine.new" || exit 1
		return
	fi
	number=${1#lab}
	echo "kept labs/$1, which is not the starter; the new one, yours kept beside it: make reset LAB=${number%%_*}"
}

before=$(mktemp) || exit 1
trap 'rm -f "$before"' EXIT
for solution in "$kit"/solutions/lab*.c "$kit"/solutions/lab*.cu; do
	[ -f "$solution" ] || continue
	name=${solution##*/}
	stub=$to/$name
	awk -f "$stubs/regions.awk" mode=stub "$solution" >"$stub.new" || {
		rm -f "$stub.new"
		exit 1
	}
	cat "$stub" >"$before" 2>/dev/null || : >"$before"
	if cmp -s "$stub.new" "$stub"; then
		rm "$stub.new"
	else
		renew "$stub" "$stub.new"
	fi
	[ -z "$labs" ] || follow "$name" "$before"
done
if [ -n "$labs" ] && ! cmp -s "$stubs/lab.h" "$labs/lab.h"; then
	cp "$stubs/lab.h" "$labs/lab.h" || exit 1
	echo "made $labs/lab.h"
fi
