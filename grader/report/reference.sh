#!/bin/sh
# reference.sh MACHINE SEED [CHECK] - the solutions' timelines for this machine and seed, of all checks or of
# one, made when they are asked for first and again when the program or a solution is newer. B is the folder
# of the build. They are put in place by a rename: two calls at a time do no harm.
machine=$1 seed=$2 check=${3:-} here=$B/report/reference usegpu=$B/bin/usegpu
made=$here/$machine-$seed${check:+-$check}.json
if [ "$made" -nt "$usegpu" ] && [ -z "$(find solutions -name 'lab*.c' -newer "$made")" ]; then
	exit 0
fi
mkdir -p "$here" && own=$(mktemp -d "$here/own-XXXXXX") || exit 2
trap 'rm -rf "$own"' EXIT
trap 'exit 130' INT TERM HUP
mkdir "$own/kit" && cp solutions/lab*.c "$own/kit" || exit 2
if ! "$usegpu" grade --build "$B" --see --gpu sim --machine "$machine" --seed "$seed" ${check:+--check "$check"} \
	--output "$own/graded" -- "$own/kit" >"$own/log" 2>&1; then
	cat "$own/log" >&2
	exit 2
fi
"$usegpu" page --build "$B" --reference "$own/made" "$own/graded" && mv "$own/made" "$made"
