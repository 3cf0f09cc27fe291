# scratch.sh - for kit.sh and common.sh: tests must pass wherever the kit and TMPDIR lie.

# scratch_place: the folder for folders of a test. That is TMPDIR, unless programs that lie in it could
# not become words of a command or of LD_PRELOAD, or not be shown as they are in the locale C, or other
# users could not come to them.
scratch_place() {
	at=${TMPDIR:-/tmp}
	case $at in *[!-A-Za-z0-9_./]*) at=/tmp ;; esac
	above=$at
	while [ "$(id -u)" -eq 0 ] && [ "$above" != / ] && [ "$above" != . ]; do
		[ -n "$(find "$above" -maxdepth 0 -perm -001)" ] || at=/tmp
		above=$(dirname "$above")
	done
	echo "$at"
}

# Of a kit that cannot be written to, the copies can.
[ -w Makefile ] || cp() {
	command cp "$@" || return
	for copied; do :; done
	chmod -R u+w -- "$copied"
}
