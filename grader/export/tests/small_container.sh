#!/bin/sh
# small_container.sh - does a whole grade fit Gradescope's default container: half a processor, 768 MiB, 10
# minutes? Makes control groups of that size (version 1 or 2; needs root), grades the solutions in them as
# run_autograder does, and prints how long it took and how much memory it needed. SUBMISSION= another folder,
# SETUP=1 the build besides. No test of `make test`: it depends on the computer and its load.
set -eu
B=${B:-build}
name=usegpu-small-$$
v2=/sys/fs/cgroup cpu=/sys/fs/cgroup/cpu memory=/sys/fs/cgroup/memory
most=$((768 << 20))
groups=
leave() {
	for group in $groups; do
		rmdir "$group" 2>/dev/null || :
	done
}
trap leave EXIT
if [ -f $v2/cgroup.controllers ]; then
	groups=$v2/$name
	mkdir "$groups"
	echo '50000 100000' >"$groups/cpu.max"
	echo $most >"$groups/memory.max"
	peak=$groups/memory.peak
else
	groups="$cpu/$name $memory/$name"
	mkdir $cpu/$name $memory/$name
	echo 100000 >$cpu/$name/cpu.cfs_period_us
	echo 50000 >$cpu/$name/cpu.cfs_quota_us
	echo $most >$memory/$name/memory.limit_in_bytes
	peak=$memory/$name/memory.max_usage_in_bytes
fi
# within NAME COMMAND...: runs it in the groups
within() {
	what=$1
	shift
	from=$(date +%s)
	status=0
	sh -c 'for group in $1; do echo $$ >"$group/cgroup.procs" || exit 3; done; shift; exec "$@"' sh "$groups" "$@" || status=$?
	echo "$what: status $status, $(($(date +%s) - from)) s of 600 s, at most $(($(cat "$peak") >> 20)) MiB of 768 MiB"
	[ "$status" -eq 0 ]
}
[ -z "${SETUP:-}" ] || within build make B="$B-small" -s all
within grade "$B/bin/usegpu" grade --build "$B" --isolation reduced --strict -- "${SUBMISSION:-solutions}" >"$B/small.log" 2>&1 ||
	{ tail -n 5 "$B/small.log" && exit 1; }
tail -n 1 "$B/small.log"
