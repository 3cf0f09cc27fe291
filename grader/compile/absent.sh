#!/bin/sh
# absent.sh FOLDER - links the framework once for each line "CHECK NAME NAME ..." of its input, into
# FOLDER/CHECK/libusegpu.so, without the functions of these names: in their place are others that end the
# program, and what only they need is left out. What is not in a process, a program cannot reach by
# arithmetic from what is. A check that forbids names of the C library alone gets the framework whole. A name that
# ends with "*" stands for all that begin so, but for what every drive calls.
#
# CC compiles. FRAMEWORK links all of the framework, with the object $first before the others, to -o FILE.
set -eu
export LC_ALL=C
folder=$1
whole=${B:-build}/lib/libusegpu.so
mkdir -p "$folder"
fresh=$(mktemp -d "$folder/fresh-XXXXXX") || exit 2
trap 'rm -rf "$fresh"' EXIT
trap 'exit 130' INT TERM HUP

nm -D --defined-only "$whole" | awk '$3 !~ /^(tensor_(forget_freed|living)|device_current|device_policy|stream_current)$/ { print $3 }' >"$fresh/exported"

cat >"$fresh/head" <<'EOF'
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void absent(const char *name)
{
	const char text[] = " is not there in this exercise\n";
	if (write(STDERR_FILENO, name, strlen(name)) < 0 ||
	    write(STDERR_FILENO, text, sizeof text - 1) < 0)
		abort();
	abort();
}
EOF

set -f # "*" names no files here
while read -r check names; do
	# shellcheck disable=SC2086
	printf '%s\n' $names | sed 's/^/^/; s/[*]$/.*/; s/$/$/' >"$fresh/patterns"
	grep -f "$fresh/patterns" "$fresh/exported" >"$fresh/names" || :
	# what such a function alone turns on: who writes into its variable has not got it, either
	if grep -qx device_set_policy "$fresh/names"; then echo policy_copy >>"$fresh/names"; fi
	{
		cat "$fresh/head"
		sed 's/.*/void &(void);\nvoid &(void) { absent("&"); }/' "$fresh/names"
		echo 'void (*const usegpu_absent)(const char *) __attribute__((visibility("hidden"))) = absent;'
	} >"$fresh/stubs.c"
	# shellcheck disable=SC2086
	$CC -fPIC -O1 -c -o "$fresh/stubs.o" "$fresh/stubs.c"
	mkdir -p "$folder/$check"
	# the first of two definitions counts; of the other nothing is left that nobody uses
	# shellcheck disable=SC2034 # FRAMEWORK uses it
	first=$fresh/stubs.o
	eval "$FRAMEWORK" '-o "$fresh/libusegpu.so" -Wl,-z,muldefs -Wl,--gc-sections -Wl,-S'
	mv -f "$fresh/libusegpu.so" "$folder/$check/libusegpu.so"
done
