#!/bin/sh
# hidden.sh FOLDER - builds an instructor's hidden checks (docs/hidden.md) and prints the folder where
# they are then, for usegpu grade --hidden: hidden.so, labN_drive.o, and HIDDEN, what students are told.
#
# B is the folder of the build, COMPILE the compiler with the flags of the kit's judges; FRAMEWORK and cc
# are for grader/compile/absent.sh. The folder is
# named after all that went into it, so what has not changed is not built again, and two graders at
# once share it. Others cannot list it: a student's program runs as another user.
set -eu
export LC_ALL=C
B=${B:-build}
: "${cc:=cc}" "${FRAMEWORK:=$(sed -n 's/^framework=//p' "$B/settings")}"
export FRAMEWORK
folder=$1

refuse() {
	# a name may hold line breaks and escapes
	echo "HIDDEN=$(printf %s "$folder" | tr -c '\40-\176' '?'): $*" >&2
	exit 2
}
[ -d "$folder" ] || refuse 'expected a folder with a labN_hidden_judge.c'
case $folder in -*) folder=./$folder ;; esac
judges=
for file in "$folder"/*_judge.c; do
	[ -f "$file" ] && judges=yes
done
[ -n "$judges" ] || refuse 'expected a labN_hidden_judge.c in it, found none'

key=$({
	echo "$COMPILE"
	for file in "$folder"/*.[ch] "$B/bin/usegpu" "$B/obj/grader/drive/drive.o"; do
		[ ! -f "$file" ] || { echo "${file##*/}" && sha256sum <"$file"; }
	done
} | sha256sum | cut -c 1-32)
made=$B/hidden/$key
if [ -f "$made/HIDDEN" ]; then
	echo "$made"
	exit 0
fi

mkdir -p "$B/hidden"
chmod 711 "$B/hidden"
fresh=$(mktemp -d "$B/hidden/fresh-XXXXXX") || exit 2
trap 'rm -rf "$fresh"' EXIT
trap 'exit 130' INT TERM HUP

# compile FILE OBJECT
compile() {
	# shellcheck disable=SC2086
	$COMPILE -I"$folder" -c -o "$2" "$1" >&2 || refuse "${1##*/} does not compile"
}
mkdir "$fresh/obj"
for file in "$folder"/*_judge.c; do
	name=${file##*/}
	compile "$file" "$fresh/obj/${name%.c}.o"
done
# shellcheck disable=SC2086
$COMPILE -shared -o "$fresh/hidden.so" "$fresh"/obj/*.o >&2 || refuse 'cannot be linked'
rm -r "$fresh/obj"
for file in "$folder"/lab[0-9]*_hidden_drive.c; do
	[ -f "$file" ] || continue
	name=${file##*/}
	compile "$file" "$fresh/${name%%_*}_drive.o"
done
"$B/bin/usegpu" grade --build "$B" --hidden "$fresh" --absent grader/stubs >"$fresh/list" || exit 2
CC=$cc grader/compile/absent.sh "$fresh/absent" <"$fresh/list" || exit 2
"$B/bin/usegpu" grade --build "$B" --hidden "$fresh" --announce grader/stubs >"$fresh/list" || exit 2
mv "$fresh/list" "$fresh/HIDDEN"
chmod 711 "$fresh"
# mv does not replace a folder with files in it: then another was faster, with the same
mv -T "$fresh" "$made" 2>/dev/null || [ -f "$made/HIDDEN" ] || refuse "cannot be put into $made"
echo "$made"
