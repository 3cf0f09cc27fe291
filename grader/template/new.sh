#!/bin/sh
# new.sh NAME [N] - makes lab N, called labN_NAME, of the template: solution, starter, drive, judge, answers
# and page; and enters it where labs are listed. Without N it is the first number behind all others.
# `make new-lab` calls it, and docs/new-lab.md goes on from there.
#
# All is prepared in a folder beside, and put in place when nothing can be refused any more; what fails then
# is taken back.
set -eu
cd "$(dirname "$0")/../.."
here=grader/template
name=${1:-} n=${2:-}

refuse() {
	echo "new-lab: $*" >&2
	exit 2
}
case $name in
'') refuse 'expected NAME=name of the lab, as in make new-lab NAME=sums' ;;
*[!a-z0-9_]* | [!a-z]* | *_) refuse "NAME=$name: expected small letters, digits and _, with a letter first" ;;
lab[0-9]*) refuse "NAME=$name: expected a name without its number, as in make new-lab NAME=sums LAB=20" ;;
esac
[ ${#name} -le 32 ] || refuse "NAME=$name: expected at most 32 letters"
for file in solutions/lab*_"$name".c*; do
	[ ! -e "$file" ] || refuse "NAME=$name: there is a lab of that name: $file"
done

last=$(ls solutions grader/labs grader/student | sed -n 's/^lab\([0-9][0-9]*\).*/\1/p' | sort -n | tail -n 1)
: "${n:=$((${last:-0} + 1))}"
case $n in
0* | *[!0-9]* | ???*) refuse "LAB=$n: expected a number from 1 to 99" ;;
esac
for file in solutions/lab"$n"_* labs/lab"$n"_* grader/stubs/lab"$n"_* grader/labs/lab"$n" \
	grader/student/lab"$n"_* grader/tests/submissions/lab"$n" docs/lab"$n".md; do
	[ ! -e "$file" ] || refuse "LAB=$n: lab $n is there already: $file"
done

stage=$(mktemp -d "$here/.new-XXXXXX") || refuse "$here: expected a kit that can be written to"
placed=
back() { # of what was put in place: nothing
	for file in $placed; do
		if [ -e "$stage/before/$file" ]; then
			cat "$stage/before/$file" >"$file"
		else
			rm -f "$file"
		fi
	done
	rmdir grader/labs/lab"$n" grader/tests/submissions/lab"$n" 2>/dev/null || :
}
finish() {
	status=$?
	trap - EXIT INT TERM HUP
	[ "$status" -eq 0 ] || back
	rm -rf "$stage"
	exit "$status"
}
trap finish EXIT
trap 'exit 130' INT TERM HUP

to() { # FILE: its folder is in the stage
	mkdir -p "$stage/new/$(dirname "$1")"
}
# make_one FROM TO: a file of the template, under the lab's number and name
make_one() {
	to "$2"
	sed -e "s/lab0_template/lab${n}_$name/g" -e "s/lab0/lab$n/g" -e "s/Lab 0: a template/Lab $n: $name/" \
		-e "s/lab 0/lab $n/g" -e "s/LAB=0/LAB=$n/g" -e "s/\([^0-9.]\)0\.1\([^0-9]\)/\1$n.1\2/g" \
		-e "s/_0_1/_${n}_1/g" -e "s/number = 0/number = $n/" "$here/$1" >"$stage/new/$2"
}
lab=lab${n}_$name.c
make_one lab0_template.c "solutions/$lab"
make_one lab0_drive.c "grader/student/lab${n}_drive.c"
make_one lab0_judge.c "grader/labs/lab$n/judge.c"
make_one answers "grader/tests/submissions/lab$n/$n.1.c"
make_one lab0.md "docs/lab$n.md"
for file in "grader/stubs/$lab" "labs/$lab"; do
	to "$file"
	awk -f grader/stubs/regions.awk mode=stub "$stage/new/solutions/$lab" >"$stage/new/$file"
done

# enter FILE WORD SCRIPT: the file with the lab in its list, which sed's script makes; WORD is there then
enter() {
	to "$1"
	sed "$3" "$1" >"$stage/new/$1"
	grep -q "$2" "$stage/new/$1" || refuse "$1: expected a list of the labs, found none"
}
grep -q "each(lab${n}_judge)" grader/setup/registry.c ||
	enter grader/setup/registry.c "each(lab${n}_judge)" \
		"/each(lab[0-9]*_judge)[ 	]*\$/s/[ 	]*\$/ each(lab${n}_judge)/"
grep -qw "grader/labs/lab$n" docs/architecture.md ||
	enter docs/architecture.md "^grader/labs/lab$n\$" "/^grader\/drive grader\/student/i grader/labs/lab$n"
grep -q ": lab$n\.md\$" docs/mkdocs.yml ||
	enter docs/mkdocs.yml ": lab$n\.md\$" "/^  - To look things up:/i \\    - $n $name: lab$n.md"

# the list of the grader comes last: a lab that is in it is whole
for file in $(cd "$stage/new" && find . -type f | sed 's|^\./||' | sort -r | sed '/^grader\/setup/d') \
	$(cd "$stage/new" && ls grader/setup/registry.c 2>/dev/null); do
	mkdir -p "$(dirname "$file")"
	placed="$placed $file"
	if [ -e "$file" ]; then
		mkdir -p "$stage/before/$(dirname "$file")"
		cp "$file" "$stage/before/$file"
		cat "$stage/new/$file" >"$file"
		echo "added lab $n to $file"
	else
		cp "$stage/new/$file" "$stage/one"
		chmod 644 "$stage/one"
		mv "$stage/one" "$file"
		echo "made $file"
	fi
done
echo "next: make grade SUBMISSION=solutions LAB=$n STRICT=1, then docs/new-lab.md"
