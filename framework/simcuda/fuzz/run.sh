#!/bin/sh
# run.sh BUILD SECONDS FOLDER FLAGS: builds every fuzz target of the folder with clang, ASan and UBSan,
# and what FLAGS has (sources, includes, libraries), and runs each for so many seconds on a corpus
# that begins with its examples; with RUNS=1000 as often instead, always with the same bytes; TARGET=fuzz_x: that one alone.
# What is found stays in BUILD/fuzz:
# BUILD/test/fuzz_x FILE runs it again without a fuzzer. Exit status 1 when something was found.
build=$1 seconds=$2 here=$3 what=$4
command -v clang >/dev/null 2>&1 || {
	echo "make fuzz: needs clang with libFuzzer (make deps ALL=1)" >&2
	exit 1
}
flags="-std=c11 -D_GNU_SOURCE -O1 -g -fno-omit-frame-pointer -ffp-contract=off"
sanitizers=-fsanitize=fuzzer,address,undefined
# cuBLAS's routines work on the addresses that a program names; where the kit runs a number may begin at any
sanitizers="$sanitizers -fno-sanitize=alignment"
status=0
for target in "$here"/fuzz_*.c; do
	name=$(basename "$target" .c)
	[ "${TARGET:-$name}" = "$name" ] || continue
	corpus=$build/fuzz/$name.corpus
	mkdir -p "$corpus" && "$build/test/$name" --write "$corpus" || exit 1
	# shellcheck disable=SC2086
	clang $flags $sanitizers -fno-sanitize-recover=undefined -o "$build/fuzz/$name" \
		"$target" $what || exit 1
	echo "$name: ${RUNS:+$RUNS runs, or }$seconds s"
	# a target that is linked with the simulator has its clock, by which no second ever passes, so
	# that it is interrupted: libFuzzer's exit status is 72 then
	timeout --preserve-status -s INT $((seconds + 2)) "$build/fuzz/$name" -max_total_time="$seconds" ${RUNS:+-runs=$RUNS -seed=1} \
		-max_len=65536 -timeout=20 -print_final_stats=1 -artifact_prefix="$build/fuzz/$name." \
		"$corpus" 2>"$build/fuzz/$name.log"
	case $? in
	0 | 72) ;;
	*)
		status=1
		grep -v '^#' "$build/fuzz/$name.log" | tail -n 60
		;;
	esac
	grep -E '^stat::(number_of_executed|new_units)' "$build/fuzz/$name.log"
done
exit $status
