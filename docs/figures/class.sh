#!/bin/sh
# class.sh - makes docs/figures/class-light.png and class-dark.png, the pictures at the top of the site: the
# page of a made-up class of 24, in two runs: between them most have mended something. Also worklog-light.png
# and worklog-dark.png: one student's work log. Needs chromium, and some minutes. The pictures are committed,
# so only who changes these pages runs this.
#
#     docs/figures/class.sh             all of it
#     docs/figures/class.sh FOLDER      only makes the class, as FOLDER/first, FOLDER/second, FOLDER/third
#                                       and FOLDER/roster.csv
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
