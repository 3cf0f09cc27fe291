#!/bin/sh
# bench.sh [N...] - grades classes of N students (10 50 200) and prints for each: seconds, seconds of
# compiling and checking divided by the number of workers and how the two compare, the seconds of a
# second run in which nothing has changed, and the most memory that the class run itself had.
# B is the build folder, CLASS_RUN the command up to SUBMISSIONS, and LABS the labs handed in (all).
set -eu
: "${B:=build}" "${GRADE:=$B/bin/usegpu grade --build $B}" "${JOBS:=$(nproc)}"
[ $# -gt 0 ] || set -- 10 50 200
scratch=$(mktemp -d)
name=bench-$$
trap 'rm -rf "$scratch" "$B/class/$name"-*' EXIT
trap 'exit 130' INT TERM HUP

now() {
	date +%s.%N
}
# run FOLDER: a class run; leaves its output in $scratch/out, and in $seconds and $peak (KiB) what it took
run() {
	begin=$(now)
	eval "exec '$B/bin/usegpu' class --build '$B' --jobs '$JOBS' --seed 41 '$1' -- $GRADE --gpu sim --details" \
		>"$scratch/out" 2>&1 </dev/null &
	pid=$! peak=0
	while kill -0 $pid 2>/dev/null; do
		peak=$(awk '$1 == "VmHWM:" { print $2 }' "/proc/$pid/status" 2>/dev/null || :)
		[ -z "$peak" ] || last=$peak
		sleep 0.2
	done
	wait $pid || { cat "$scratch/out" && exit 2; }
	peak=$last
	seconds=$(echo "$begin $(now)" | awk '{ print $2 - $1 }')
}
# work FOLDER: the seconds of compiling and checking, of all together
work() {
	cat "$1"/students/*/details.json | grep -ohE '"(compile_s|check_s|total_s)": *[0-9.e-]+' |
		awk -F: '/compile_s/ { c = $2 } /check_s/ { k = $2 } /total_s/ { sum += c + k } END { print sum }'
}
echo 'students  seconds  compile+check per worker   ratio   a student  nothing new   memory'
for n in "$@"; do
	class=$scratch/$name-$n
	# shellcheck disable=SC2086
	B=$B sh grader/class/tests/make_class.sh "$n" "$class" ${LABS:-}
	run "$class"
	first=$seconds
	work=$(work "$B/class/$name-$n")
	memory=$peak
	run "$class"
	echo "$n $first $work $JOBS $seconds $memory" |
		awk '{ printf "%8d %8.1f %26.1f %7.2f %9.2f s %10.2f s %5d KiB\n", $1, $2, $3 / $4, $2 / ($3 / $4), $2 / $1, $5, $6 }'
done
