#!/bin/sh
# new.sh N NAME - makes lab N, called labN_NAME, of the template: its solution, its drive, its judge, a
# wrong answer, and its place in the grader's list. docs/instructor.md goes on from there.
set -eu
cd "$(dirname "$0")/../.."
here=grader/template

refuse() {
	echo "new.sh: $*" >&2
	exit 2
}
[ $# -eq 2 ] || refuse "expected the lab's number and its name, as in grader/template/new.sh 10 sums; got $# arguments"
n=$1 name=$2
case $n in
'' | 0* | *[!0-9]* | ???*) refuse "N=$n: expected a number from 1 to 99" ;;
esac
case $name in
'' | *[!a-z0-9_]* | [!a-z]*) refuse "NAME=$name: expected small letters, digits and _, with a letter first" ;;
esac
for file in solutions/lab"$n"_*.c* grader/labs/lab"$n" grader/student/lab"$n"_*; do
	[ ! -e "$file" ] || refuse "lab $n is there already: $file"
done

# make_one FROM TO: a file of the template, under the lab's number and name
make_one() {
	sed -e "s/lab0_template/lab${n}_$name/g" -e "s/lab0/lab$n/g" -e "s/Lab 0/Lab $n/g" \
		-e "s/lab 0/lab $n/g" -e "s/LAB=0/LAB=$n/g" -e "s/\([^0-9.]\)0\.1\([^0-9]\)/\1$n.1\2/g" \
		-e "s/_0_1/_${n}_1/g" -e "s/number = 0/number = $n/" "$1" >"$2"
	echo "made $2"
}
wrong=grader/tests/submissions/lab$n
mkdir -p "$wrong"
make_one "$here/lab0_template.c" "solutions/lab${n}_$name.c"
make_one "$here/lab0_drive.c" "grader/student/lab${n}_drive.c"
mkdir -p "grader/labs/lab$n"
make_one "$here/lab0_judge.c" "grader/labs/lab$n/judge.c"
make_one "$here/wrong" "$wrong/$n.1.c"

list=grader/setup/registry.c
if ! grep -q "each(lab${n}_judge)" "$list"; then
	sed "/each(lab[0-9]*_judge)[ \t]*\$/s/[ \t]*\$/ each(lab${n}_judge)/" "$list" >"$list.new"
	cat "$list.new" >"$list"
	rm "$list.new"
	grep -q "each(lab${n}_judge)" "$list" || refuse "$list: expected a list of each(labN_judge), found none; add it by hand"
	echo "added lab $n to $list"
fi
