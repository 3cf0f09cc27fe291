# kernels.sh - for tests of programs with kernels of their own, to be read with ".": compiles and runs them as make run does, and
# looks at what they print. Ends the test where nothing can be compiled.
. "$(dirname "$0")/common.sh"
export SIMCUDA_MACHINE=2xtiny

if [ "$SAN" ]; then
	skip "kernels of one's own" "the sanitizer's runtime is gcc's, and clang links these"
	finish
fi
if ! command -v clang >/dev/null; then
	skip "kernels of one's own" "no clang"
	finish
fi

# a build folder of our own, so that nobody else's make run takes the program's place
ln -s "$B/lib" "$work/lib"
ln -s "$B/simcuda" "$work/simcuda"
rm -rf "$work/own"
setting() {
	sed -n "s/^$1=//p" "$B/settings"
}
run_compile=$(setting run_compile) run_link=$(setting run_link)
if [ "$(setting gpu 2>/dev/null)" != sim ]; then
	skip "kernels of one's own" "this build has no make run for the simulator"
	finish
fi
# ran NAME <SOURCE, then run as make run does it: out, err, status
ran() {
	cat >"$work/$1.cu"
	again "$1"
}
again() {
	B="$work" GPU=sim run_compile="$run_compile" run_link="$run_link" \
		grader/command/run.sh "$work/$1.cu" 2xtiny >"$work/out" 2>"$work/err"
	status=$?
	far
}
# the same program, whose machine is another process: it has to say the same
far() {
	one=${1:-$work/own/program}
	[ -x "$one" ] || return
	# shellcheck disable=SC2086
	"$B/bin/simcuda-remote" "$one" $ARGS >"$work/far.out" 2>"$work/far.err"
	far_status=$?
	diff "$work/out" "$work/far.out" >"$work/far.diff" && diff "$work/err" "$work/far.err" >>"$work/far.diff" &&
		[ "$status" = "$far_status" ] && return
	echo "otherwise with simcuda-remote, which ends with $far_status:" | cat - "$work/far.diff" >>"$work/err"
	echo "otherwise with simcuda-remote" >>"$work/out"
	status=far
}
# line NAME TEXT: where the source has that
line() {
	awk -v text="$2" 'index($0, text) { print FILENAME ":" NR; exit }' "$work/$1.cu" | sed 's|.*/||'
}
silent() {
	printf '%s\n' "$@" | diff - "$work/out" && [ ! -s "$work/err" ] && [ "$status" = 0 ] && return
	cat "$work/err"
	return 1
}
# found TEXT...: all in one line of the report
found() {
	cp "$work/err" "$work/left"
	for text in "$@"; do
		grep -F -- "$text" "$work/left" >"$work/next" || {
			echo "expected: $text"
			cat "$work/err"
			return 1
		}
		mv "$work/next" "$work/left"
	done
}
