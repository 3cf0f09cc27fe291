#!/bin/sh
# class.sh - makes docs/figures/class-light.png and class-dark.png, the picture at the top of the site: the page
# of a made-up class of 25, a check of a student's report and that student's work log. The class hands in three
# times; in between most have mended something. Needs chromium, and some minutes. The pictures are committed,
# so only who changes these pages runs this.
#
#     docs/figures/class.sh             all of it
#     docs/figures/class.sh FOLDER      only makes the class: FOLDER/first, FOLDER/second, FOLDER/third, and
#                                       FOLDER/roster.csv
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
to=${1:-$work/class}
mkdir -p "$to"
grader/tests/cases.sh "$work/cases" 'lab3_wrong_*'
grader/tests/cases.sh "$work/cases" 'lab7_wrong_*'

# Each exercise gets harder to the end of its lab, and each student is as good as the number says; what is
# neither right nor left as it was is a wrong answer of that exercise, of which each student has another one.
awk -v cases="$work/cases" -v to="$to" '
	function named(id,    command, line) {
		command = "ls -d " cases "/*_wrong_*/" id ".c"
		while ((command | getline line) > 0)
			wrong[id, count[id]++] = line
		close(command)
	}
	function replace(from, id, fragment, into) {
		printf "awk -f grader/stubs/regions.awk mode=replace id=%s fragment=%s %s >%s/new && mv %s/new %s\n", \
			id, fragment, from, to, to, into
	}
	BEGIN {
		split("first second third", run)
		split("Ada Bao Chidi Dana Emeka Farah Goran Hana Ibrahim Jin Kofi Lena Malik Noor Olga Priya Quentin Rosa Sven " \
			"Tariq Uma Viktor Wanja Xiu", name)
		files[3] = "lab3_copies.c"
		files[7] = "lab7_two_gpus.c"
		for (lab = 3; lab <= 7; lab += 4)
			for (k = 1; k <= (lab == 3 ? 10 : 8); k++)
{
				id = lab "." k
				named(id)
				# what the starter has where nobody has begun
				printf "grep -F TODO grader/stubs/%s | grep -F '\''\"%s\"'\'' >%s/todo-%s\n", files[lab], id, to, id
			}
		print "id,name,section" >(to "/roster.csv")
		# one whose third attempt is as fast as it should be
		print "s0025,Zoe,A" >(to "/roster.csv")
		for (r = 1; r <= 3; r++) {
			place = to "/" run[r] "/s0025"
			printf "mkdir -p %s\ncp solutions/%s solutions/%s %s\n", place, files[3], files[7], place
			if (r < 3) {
				replace(place "/" files[3], "3.7", cases "/lab3_wrong_" (r == 1 ? "waits_between" : "one_stream") "/3.7.c", \
					place "/" files[3])
				replace(place "/" files[7], "7.5", cases "/lab7_wrong_trips_one_by_one/7.5.c", place "/" files[7])
			}
		}
		for (i = 1; i <= 24; i++) {
			printf "s%04d,%s,%s\n", i, name[i], i % 2 ? "A" : "B" >(to "/roster.csv")
			for (r = 1; r <= 3; r++) {
				place = sprintf("%s/%s/s%04d", to, run[r], i)
				printf "mkdir -p %s\n", place
				for (lab = 3; lab <= 7; lab += 4) {
					at = place "/" files[lab]
					printf "cp solutions/%s %s\n", files[lab], at
					for (k = 1; k <= (lab == 3 ? 10 : 8); k++) {
						id = lab "." k
						skill = (i * 29 + 11) % 97 + (r - 1) * ((i * 13) % 31) + 10
						hard = k * 5 + (lab == 7 ? 28 : 0) + (i * k * 17) % 41
						if (i % 11 == 5 && r > 1)
							skill = (i * 29 + 11) % 97 + 10
						if (hard > skill + 26)
							replace(at, id, to "/todo-" id, at)
						else if (hard > skill && count[id] > 0)
							replace(at, id, wrong[id, (i * 5 + k + int(skill / 20)) % count[id]], at)
					}
				}
			}
		}
	}' >"$work/commands"
sh -eu "$work/commands"
rm "$to"/todo-*
[ $# -eq 0 ] || exit 0

# --- graded three times
refuse() {
	[ ! -s "$work/log" ] || tail -n 5 "$work/log" >&2
	echo "docs/figures/class.sh: $*" >&2
	exit 2
}
command -v chromium >/dev/null || refuse 'chromium is not installed (Debian: apt-get install chromium)'
name=picture-$$
place=build/class/$name
trap 'rm -rf "$work" "$place"' EXIT
B=build grader/report/reference.sh 2xa100 1 >"$work/log" 2>&1 || refuse 'the solutions could not be graded'
mkdir "$work/$name"
day=9
for run in first second third; do
	i=0
	for each in "$to/$run"/*; do
		i=$((i + 1))
		[ $run != third ] || [ $((i % 7)) -ne 3 ] || continue # they leave it at that
		rm -rf "${work:?}/$name/${each##*/}"
		cp -R "$each" "$work/$name/"
		touch -d "2026-11-$(printf %02d $((day + i * 5 % 6))) $((8 + i % 14)):00" "$work/$name/${each##*/}"/*
	done
	day=$((day + 6))
	make grade SUBMISSIONS="$work/$name" ROSTER="$to/roster.csv" LAB=3,7 SEED=1 DUE=2026-11-27 >"$work/log" 2>&1 ||
		refuse "the $run run failed"
	[ $run != second ] || cp "$place/students/s0025/report.html" "$work/report.html"
done
make worklog SUBMISSIONS="$work/$name" STUDENT=s0025 >"$work/log" 2>&1 || refuse 'there is no work log'

# --- parts of three pages on one, in their own style; their policy would forbid what lays them out
part() { # part FIRST LAST FILE: the lines from the one that has FIRST to the one that has LAST
	awk -v first="$1" -v last="$2" 'index($0, first) { on = 1 } on { print } on && index($0, last) { exit }' "$3"
}
{
	echo '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"/>'
	sed -n '/<style>/,/<\/style>/p' "$place/class.html" | sed '1s/.*<style>/<style>/; $s/<\/style>.*/<\/style>/'
	echo '<style>body{max-width:none;padding:14px;display:grid;grid-template-columns:560px 1fr;gap:14px;align-items:start}
		article{border:1px solid var(--line);border-radius:8px;padding:4px 16px 12px;overflow:hidden}
		h2{border:0;margin:.4rem 0;padding:0}.wide-one{grid-row:span 2}.check{border:0;padding:0;margin:0}
		.tiles{flex-wrap:nowrap}.tiles li{flex:1}.legend{display:none}.scroll{overflow:hidden}.soft code{font-size:.8em}
		.lanes{min-width:0}.heat{font-size:.85rem}.heat tbody td{min-width:1.35rem}
		article+article{zoom:.76}article h2~h2{font-size:1.15rem}.chart{max-width:none;margin:.2rem 0}</style></head><body>'
	echo '<article class="wide-one"><h2>The class</h2>'
	part '<ul class="tiles">' '</ul>' "$place/class.html"
	part '<table class="heat">' '</table>' "$place/class.html" | sed 's/<\/div>//'
	echo '</article><article><h2>A report</h2><ul class="checks">'
	part 'id="check-7.5"' '</li>' "$work/report.html"
	echo '</ul></article><article><h2>How it became fast</h2>'
	awk '/id="check-7.5"/ { on = 1 } on && /<div class="scroll"/ { exit } on' "$place/students/s0025/worklog.html"
	echo '</article></body></html>'
} >"$work/picture.html"
for theme in light dark; do
	scheme=1
	[ $theme = light ] || scheme=0
	timeout 60 chromium --headless=new --no-sandbox --disable-gpu --user-data-dir="$work/browser" --hide-scrollbars \
		--blink-settings=preferredColorScheme=$scheme --window-size=1280,834 --screenshot="$work/$theme.png" \
		"file://$work/picture.html" >"$work/log" 2>&1 || refuse 'chromium failed'
	mv "$work/$theme.png" "docs/figures/class-$theme.png"
	echo "docs/figures/class-$theme.png: $(($(wc -c <"docs/figures/class-$theme.png") / 1024)) KiB"
done
