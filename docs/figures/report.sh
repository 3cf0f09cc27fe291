#!/bin/sh
# report.sh - makes docs/figures/report.png, the picture at the top of README.md: the page that
# `make report` writes for the solutions with one wrong answer in lab 7, cut down to that check.
# Needs chromium. The picture is committed, so only who changes the pages of reports runs this.
set -eu
cd "$(dirname "$0")/../.."
check=7.5
name=lab7_wrong_trips_one_by_one
width=1000 height=738

refuse() {
	[ ! -s "$work/log" ] || cat "$work/log" >&2
	echo "docs/figures/report.sh: $*" >&2
	exit 2
}
page=
work=$(mktemp -d)
trap 'rm -rf "$work" ${page:+"${page%/*}"}' EXIT
command -v chromium >/dev/null || refuse 'chromium is not installed (Debian: apt-get install chromium)'

grader/tests/cases.sh "$work/cases" "$name" || refuse "there is no case $name"
mkdir "$work/zoe"
cp solutions/lab*.c "$work/zoe/"
awk -f grader/stubs/regions.awk mode=replace id=$check fragment="$work/cases/$name/$check.c" solutions/lab7_two_gpus.c \
	>"$work/zoe/lab7_two_gpus.c"
make report SUBMISSION="$work/zoe" SEED=1 >"$work/log" 2>&1 || refuse 'make report failed'
page=$(sed -n 's,^ *\(build/.*/report\.html\)$,\1,p' "$work/log" | tail -n 1)
[ -f "$page" ] || refuse 'make report named no page'

# The head, the heading of the lab, the check, and the lines around the one that it names. The page's
# policy is left out, for it forbids the style that hides the rest.
awk -v check="id=\"check-$check\"" -v hidden='section[aria-labelledby],nav,details:not([open]){display:none}' \
	-v flat='body{padding:0 1.2rem}section{border:0;margin:0;padding:0}' '
	/http-equiv="Content-Security-Policy"/ { sub(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "") }
	/<\/head>/ { sub(/<\/head>/, "<style>" hidden flat "</style></head>") }
	/id="lab7_two_gpus"/ { print "<section>\n" $0 "\n<ul class=\"checks\">"; lab = 1; next }
	/id="lab8_/ { exit }
	/^<section>/ { skip = 1 }
	lab && index($0, check) { mine = 1 }
	mine || !skip { print }
	mine && /^<\/li>/ { mine = 0; print "</ul>" }
	lab && /^<pre class="source"/ { sub(/<span class="row" .*/, ""); print; rows = 1; next }
	rows && match($0, /id="lab7_two_gpus-[0-9]+"/) { line = substr($0, RSTART + 18, RLENGTH - 19) + 0 }
	rows && line >= 203 && line <= 221 { print }
' "$page" >"$work/page.html"
timeout 60 chromium --headless=new --no-sandbox --disable-gpu --user-data-dir="$work/browser" \
	--hide-scrollbars --window-size=$width,$height --screenshot="$work/report.png" \
	"file://$work/page.html" >"$work/log" 2>&1 || refuse 'chromium failed'
mv "$work/report.png" docs/figures/report.png
echo "docs/figures/report.png: $(($(wc -c <docs/figures/report.png) / 1024)) KiB"
