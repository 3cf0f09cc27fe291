#!/bin/sh
# reference.sh MACHINE SEED [CHECK] - the solutions' timelines for this machine and seed, of the checks of all labs
# (those beyond the chapter too; kernels where there is clang) or of one, made when they are asked for first and again
# when the program or a solution is newer. B is the folder
# of the build. Of two calls at a time one waits for the other, where there is flock; else both do the work.
machine=$1 seed=$2 check=${3:-} here=$B/report/reference usegpu=$B/bin/usegpu
made=$here/$machine-$seed${check:+-$check}.json

is_made() {
	[ "$made" -nt "$usegpu" ] && [ -z "$(find solutions -name 'lab*.c*' -newer "$made")" ]
}
! is_made || exit 0
mkdir -p "$here" && exec 9>"$here/lock" || exit 2
flock 9 2>/dev/null || :
! is_made || exit 0
own=$(mktemp -d "$here/own-XXXXXX") || exit 2
trap 'rm -rf "$own"' EXIT
trap 'exit 130' INT TERM HUP
mkdir "$own/kit" && cp solutions/lab*.c* "$own/kit" || exit 2
labs=
for lab in "$own"/kit/lab*.c*; do
	case $lab in *.cu) command -v clang >/dev/null || continue ;; esac
	lab=${lab##*/lab}
	labs="$labs${labs:+,}${lab%%_*}"
done
if [ -n "$check" ]; then
	set -- --check "$check"
else
	set -- --lab "$labs"
fi
if ! "$usegpu" grade --build "$B" --see --gpu sim --machine "$machine" --seed "$seed" "$@" \
	--output "$own/graded" -- "$own/kit" >"$own/log" 2>&1 9>&-; then
	cat "$own/log" >&2
	exit 2
fi
"$usegpu" page --build "$B" --reference "$own/made" "$own/graded" && mv "$own/made" "$made"
