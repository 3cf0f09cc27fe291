#!/bin/sh
# site.sh - builds the site of docs/ in B/docs/site: puts the pages together in B/docs/pages, makes
# the API reference from the headers and the figures from runs of the programs in docs/figures, and
# calls mkdocs. Needs no network, and nothing of the site asks for one.
#
#     docs/site.sh            all of it
#     docs/site.sh pages      without mkdocs: what is made besides
set -eu
cd "$(dirname "$0")/.."
B=${B:-build}
CC=${CC:-cc}
to=$B/docs
# usegpu.h only includes the others
headers="$(find framework/include/usegpu -name '*.h' ! -name usegpu.h | sort)
framework/simcuda/simcuda.h framework/simcuda/simcuda_kernel.h"

if [ "${1:-}" != pages ] && ! command -v mkdocs >/dev/null 2>&1; then
	echo 'make docs: mkdocs is not installed; make deps ALL=1 installs it (Debian: apt-get install mkdocs)' >&2
	exit 2
fi
mkdir -p "$to"
rm -rf "${to:?}/pages" "$to/theme" "${to:?}/bin"
mkdir -p "$to/pages/api" "$to/pages/figures" "$to/bin"
cp -R docs/theme "$to/theme"
chmod -R u+w "$to/theme"
find docs -name '*.md' | while IFS= read -r page; do
	mkdir -p "$to/pages/$(dirname "${page#docs/}")"
	# comments that say how a block or a table is tested are left out; what a program prints has a look of its own
	sed -E -e '/^<!-- (c|sh|printed): .* -->$/d' -e 's/^```text$/```{ .text .prints }/' "$page" \
		>"$to/pages/${page#docs/}"
done

# --- the API reference
names=$to/names
# shellcheck disable=SC2086
awk -f docs/api.awk mode=index $headers >"$names"
for header in $headers; do
	page=${header##*/}
	awk -f docs/api.awk mode=page homes="$names" path="${header#framework/}" "$header" \
		>"$to/pages/api/${page%.h}.md"
done
# shellcheck disable=SC2086
awk -f docs/api.awk mode=map $headers >"$to/pages/api/index.md"

# --- the figures: those that are drawn by hand, and those that programs draw
find docs/figures \( -name '*.svg' -o -name 'class-*.png' \) -exec cp {} "$to/pages/figures/" \;
: "${SAN:=}"
if nm -D "$B/simcuda/libcudart.so.13" | grep -q __asan_init; then
	SAN=-fsanitize=address,undefined
	export ASAN_OPTIONS=detect_leaks=0
fi
for source in docs/figures/*.c; do
	name=${source##*/}
	name=${name%.c}
	# shellcheck disable=SC2086
	$CC -std=c11 -D_GNU_SOURCE -g -O1 -fno-omit-frame-pointer -Wall -Wextra $SAN -Iframework/include \
		-Iframework/simcuda -Iframework/simcuda/include -o "$to/bin/$name" "$source" \
		-Wl,--no-as-needed -L"$B/lib" -lusegpu -L"$B/simcuda" -lcublas -lcudart \
		-Wl,-rpath,'$ORIGIN/../../lib' -Wl,-rpath,'$ORIGIN/../../simcuda' -lm
	machine=$(sed -n 's/.*machine: *\([0-9]*x[a-z0-9-]*\).*/\1/p' "$source")
	SIMCUDA_REGISTRY=off SIMCUDA_MACHINE=${machine:-2xa100} SIMCUDA_TIMELINE=$to/pages/figures/$name.svg \
		"$to/bin/$name" >"$to/bin/$name.out"
	# a program that prints a picture has drawn it itself
	if grep -q '<svg' "$to/bin/$name.out"; then
		mv "$to/bin/$name.out" "$to/pages/figures/$name.svg"
	fi
done

# --- what the menu says: only pages that are there, and all that are there
awk -v pages="$to/pages" '
	function title(file,    line) {
		while ((getline line < (pages "/" file)) > 0)
			if (line ~ /^# /) {
				close(pages "/" file)
				line = substr(line, 3)
				gsub(/\\/, "", line)
				gsub(/"/, "", line)
				return "\"" line "\""
			}
		return file
	}
	function there(file,    line, got) {
		got = (getline line < (pages "/" file))
		close(pages "/" file)
		return got >= 0
	}
	/^nav:/ { nav = 1 }
	nav && /\.md$/ {
		file = $NF
		named[file] = 1
		if (!there(file))
			next
	}
	# a heading waits until a page follows it
	nav && /^  - .*:$/ { heading = $0; next }
	nav && heading != "" && /\.md$/ {
		print heading
		heading = ""
	}
	{ print }
	file == "api/index.md" {
		command = "cd '\''" pages "'\'' && ls api/*.md"
		while ((command | getline made) > 0)
			if (made != file) {
				named[made] = 1
				print "    - " title(made) ": " made
			}
		file = ""
	}
	END {
		command = "cd '\''" pages "'\'' && find . -name \"*.md\" | sed \"s,^./,,\" | sort"
		while ((command | getline made) > 0)
			if (!(made in named)) {
				if (!more++)
					print "  - More:"
				print "    - " title(made) ": " made
			}
	}
' docs/mkdocs.yml >"$to/mkdocs.yml"
[ "${1:-}" != pages ] || exit 0

mkdocs --quiet build --clean --config-file "$to/mkdocs.yml"
# The search works on files opened from a disk too: its index is a script, not something to fetch.
{
	printf 'var search_index = '
	cat "$to/site/search/search_index.json"
} >"$to/site/search/index.js"
rm -f "$to/site/search/main.js" "$to/site/search/worker.js" "$to/site/search/search_index.json" "$to"/site/sitemap.xml*
echo "the site is $to/site/index.html"
