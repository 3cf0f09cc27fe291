#!/bin/sh
# package.sh gradescope-zip|autolab-tar [OUT]: what a platform needs to grade by itself: the kit without
# its answers, tests and pages, and what the platform starts. The same kit gives the same bytes.
#
# LAB, SEED and MACHINE, when they are set, hold for every submission that the platform grades.
set -eu
B=${B:-build} format=$1 out=${2:-}
folders='framework/include framework/src framework/kernels framework/simcuda grader datasets'

refuse() {
	echo "package.sh: $*" >&2
	exit 2
}
# what is put into a file that a shell reads must be plain
for setting in "LAB=${LAB:-}" "SEED=${SEED:-}" "MACHINE=${MACHINE:-}"; do
	case $setting in
	*=*[!A-Za-z0-9_.-]*) refuse "$setting: expected letters and digits" ;;
	esac
done
case $format in
gradescope-zip)
	out=${out:-$B/exports/gradescope.zip}
	command -v zip >/dev/null || refuse 'zip is not installed (Debian: zip)'
	;;
autolab-tar) out=${out:-$B/exports/autograde.tar} ;;
*) refuse "$format: expected gradescope-zip or autolab-tar" ;;
esac

case $out in
*/*) folder=${out%/*} ;;
*) folder=. ;;
esac
mkdir -p "$folder"
stage=$(mktemp -d "$folder/stage.XXXXXX")
trap 'rm -rf "$stage"' EXIT
kit=$stage/usegpu
mkdir -p "$kit/.ci"
cp Makefile "$kit/"
cp .ci/deps "$kit/.ci/"
# shellcheck disable=SC2086
find $folders -type d \( -name tests -o -name fuzz -o -name bench -o -name mutants -o -name template \) \
	-prune -o -type f ! -name '*.bak' ! -name '*~' ! -name '.*' -print0 |
	tar -cf "$stage/files.tar" --null -T -
tar -xf "$stage/files.tar" -C "$kit"
# the starters lie in labs/ too, as make looks for that folder
mkdir -p "$kit/labs"
cp grader/stubs/lab*.c* "$kit/labs/"
printf 'LAB=%s\nSEED=%s\nMACHINE=%s\n' "${LAB:-}" "${SEED:-}" "${MACHINE:-}" >"$kit/settings"
cp grader/export/platforms/setup.sh grader/export/platforms/run_autograder "$kit/"

find "$kit" -type d -exec chmod 755 {} +
find "$kit" -type f -exec chmod 644 {} +
find "$kit" -type f \( -name '*.sh' -o -name run_autograder -o -path '*/.ci/deps' \) -exec chmod 755 {} +
find "$kit" -exec env TZ=UTC touch -h -d '2000-01-01 00:00:00' {} +
if [ "$format" = gradescope-zip ]; then
	(cd "$kit" && find . -type f | sed 's,^\./,,' | LC_ALL=C sort | TZ=UTC zip -qX ../archive -@)
	mv "$stage/archive.zip" "$out"
else
	rm "$kit/setup.sh" "$kit/run_autograder"
	LC_ALL=C tar --sort=name --mtime='2000-01-01 00:00:00Z' --owner=0 --group=0 --numeric-owner \
		--format=ustar -C "$stage" -cf "$stage/archive.tar" usegpu
	mv "$stage/archive.tar" "$out"
	cp grader/export/platforms/autograde-Makefile "$folder/autograde-Makefile"
	echo "$format: $folder/autograde-Makefile"
fi
echo "$format: $out"
