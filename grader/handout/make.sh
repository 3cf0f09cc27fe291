#!/bin/sh
# make.sh ARCHIVE - packs what students get, as `files` lists it, into ARCHIVE (.tar.gz).
#
# B is the folder of the build. HIDDEN_BUILT, when it is not empty, is what hidden.sh made of an
# instructor's hidden checks: students are told that there are some, and for how many points.
#
# The empty labs are made of the solutions now, so whatever stands in labs/ stays here. Before it is
# packed, all of it is searched for solutions (leaks.c); what holds one is named, and nothing is
# packed. The timelines of the solutions go along, for usegpu see. Two calls give the same bytes: names are sorted, and no owner and no time is kept.
# SOURCE_DATE_EPOCH, where it is set, is the time of every file.
set -eu
export LC_ALL=C
cd "$(dirname "$0")/../.."
here=grader/handout
B=${B:-build}
archive=$1
umask 022

refuse() {
	echo "make handout: $*" >&2
	exit 2
}
mkdir -p "$(dirname "$archive")" || exit 2
stage=$(mktemp -d "$(dirname "$archive")/handout-XXXXXX") || exit 2
trap 'rm -rf "$stage"' EXIT
trap 'exit 130' INT TERM HUP
tree=$stage/usegpu

# wanted FILE...: all are regular files
wanted() {
	for file; do
		[ -f "$file" ] && [ ! -L "$file" ] || refuse "$here/files: $file: expected a file"
	done
}
# take FILE NAME: a copy under that name
take() {
	wanted "$1"
	case $2 in */*) mkdir -p "$tree/${2%/*}" ;; esac
	cp "$1" "$tree/$2"
	chmod u+w "$tree/$2" # the kit may be one that cannot be written to
}

mkdir "$tree"
while IFS= read -r line; do
	case $line in
	'' | '#'*) continue ;;
	*' -> '*) take "${line%% -> *}" "${line#* -> }" ;;
	*)
		# shellcheck disable=SC2086 # patterns
		wanted $line
		# shellcheck disable=SC2086
		tar --create --mode=u+w $line | tar --extract --directory "$tree"
		;;
	esac
done <"$here/files"
grader/stubs/generate.sh "$tree/grader/stubs" >"$stage/made" || refuse "the empty labs cannot be made"
mkdir -p "$tree/labs"
cp "$tree"/grader/stubs/lab*.[ch]* "$tree/labs/"
# what the solutions do, and not how: no names of calls, no lines
echo 'the solutions are graded for their timelines, which takes minutes, if that has not been done ...'
B=$B grader/report/reference.sh 2xa100 1 || refuse "the timelines of the solutions cannot be made"
cp "$B/report/reference/2xa100-1.json" "$tree/grader/report/reference.json"
chmod 644 "$tree/grader/report/reference.json"
if [ -n "${HIDDEN_BUILT:-}" ]; then
	cp "$HIDDEN_BUILT/HIDDEN" "$tree/labs/HIDDEN"
fi

"$B/bin/usegpu" leaks solutions "$tree" >"$stage/leaks" || {
	cat "$stage/leaks" >&2
	refuse 'a solution, or what is too much like one, is in what would be handed out (see above)'
}
echo "solutions in it: $(tail -n 1 "$stage/leaks")"

# What is built from other files is built anew, although all files have the same time (Makefile).
(cd "$tree" && find . -type f | sort | xargs sha256sum) | sha256sum | cut -c 1-16 >"$stage/version"
cp "$stage/version" "$tree/VERSION"
# The folder that it unpacks into has a name of its own: never that of a clone, or of an earlier handout that
# somebody works in.
top=usegpu-handout-$(cut -c 1-8 "$stage/version")
mv "$tree" "$stage/$top"
tree=$stage/$top
tar --create --file "$stage/tar" --directory "$stage" --format=ustar --sort=name --owner=0 --group=0 \
	--numeric-owner --mode='u=rwX,go=rX' --mtime="@${SOURCE_DATE_EPOCH:-946684800}" "$top"
gzip -9 -n <"$stage/tar" >"$stage/packed"
mv "$stage/packed" "$archive"
echo "$archive: $top/, version $(cat "$stage/version"), $(find "$tree" -type f | wc -l) files, $(($(wc -c <"$archive") / 1024)) KiB"
