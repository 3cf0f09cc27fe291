# common.sh - what the shell tests share. Each sources it, and ends with `finish`.
#
# B is the build folder (relative to the repository's root, or absolute); results are TAP lines.
# UP is the way from the test to that root, where it is not the usual one.
# Programs are compiled here, by $CC, into a folder of their own that is removed at the end.
cd "$(dirname "$0")/${UP:-../../..}" || exit 2
root=$PWD
B=${B:-build}
case $B in /*) ;; *) B=$root/$B ;; esac
CC=${CC:-cc}
CUDA=${CUDA:-/usr/local/cuda}
. grader/tests/scratch.sh
work=$(mktemp -d "$(scratch_place)/simcuda test.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
count=0 failed=0
unset SIMCUDA_MACHINE SIMCUDA_REGISTRY SIMCUDA_REPORT SIMCUDA_KERNELS CUDA_VISIBLE_DEVICES CUDA_LAUNCH_BLOCKING
export LC_ALL=C

# a build of the library with a sanitizer needs its runtime in the program too
SAN=
if nm -D "$B/simcuda/libcudart.so.13" | grep -q __asan_init; then
	SAN=-fsanitize=address,undefined
	export ASAN_OPTIONS=detect_leaks=0:allocator_release_to_os_interval_ms=-1
elif nm -D "$B/simcuda/libcudart.so.13" | grep -q __tsan_init; then
	SAN=-fsanitize=thread
fi

# more than half of a linker's time goes into the names of a BLAS, which no program calls itself
LINKED=-Wl,--allow-shlib-undefined

# ok NAME COMMAND...: one test, passed when the command succeeds
ok() {
	label=$1
	shift
	count=$((count + 1))
	if "$@" >"$work/log" 2>&1; then
		echo "ok $count - $label"
	else
		echo "not ok $count - $label"
		tail -n 20 "$work/log" | sed 's/^/# /'
		failed=$((failed + 1))
	fi
}

# skip NAME REASON
skip() {
	count=$((count + 1))
	echo "ok $count - $1 # skipped: $2"
}

# build PROGRAM [FLAGS...] <SOURCE: compiles against the simulator's headers and library
build() {
	program=$1
	shift
	cat >"$work/$program.c"
	$CC -std=c11 -D_GNU_SOURCE -g -O1 -fno-omit-frame-pointer $SAN \
		-I"$root/framework/simcuda/include" -I"$root/framework/simcuda" \
		-o "$work/$program" "$work/$program.c" "$@" \
		-L"$B/simcuda" $LINKED -lcudart -Wl,-rpath,"$B/simcuda" -lm -lpthread
}

# Whether the file holds the text.
has() {
	grep -qF -- "$2" "$1" || {
		echo "expected in $1: $2"
		echo "found:"
		cat "$1"
		return 1
	}
}

finish() {
	echo "1..$count"
	[ "$failed" -eq 0 ]
	exit
}
