#!/bin/sh
# class_of_20.sh - a class of 20 as make_class.sh makes it, graded in full: right answers get full
# marks, starters none, wrong answers fewer, nobody is lost, and a second run has nothing to do. Too long
# for `make test`; `make test-all` runs it. Prints TAP.
. grader/tests/kit.sh
name="class of 20 $$"
class=$scratch/$name
place=$B/class/$name
trap 'rm -rf "$place" "$scratch"' EXIT
: "${LABS:=}"

run() { # run COMMAND OPTION...
	command=$1
	shift
	eval "'$B/bin/usegpu' $command --build '$B' $* '$class' -- $GRADE --gpu sim" >"$scratch/out" 2>&1 </dev/null
	status=$?
}
points() { # points KEY
	sed -n 's/^ "score": \([0-9.]*\),$/\1/p' "$place/students/$1/results.json" 2>/dev/null
}
B=$B sh grader/class/tests/make_class.sh 20 "$class" ${LABS:+"$LABS"} >"$scratch/out" 2>&1
result $? 'the class is made'
run class --seed 41 "--roster '$class.csv'"
[ "$status" -eq 0 ] && grep -q '^19 graded, 0 unchanged, 1 not graded, 1 absent' "$scratch/out" &&
	grep -qx '  s0015: it is a symbolic link' "$scratch/out"
result $? 'all are graded but the link, for which a person has to look, and who sent nothing is absent'
full=$(points s0001)
[ -n "$full" ] && [ "$full" = "$(points s0002.zip)" ] && [ "$full" = "$(points s0003)" ] &&
	[ "$full" = "$(points s0011)" ] && [ "$full" = "$(points s0012.zip)" ] && [ "$full" = "$(points s0013)" ] &&
	{ [ -n "$LABS" ] || [ "$full" = 100.0 ]; }
result $? "solutions get full marks, as folders and as archives ($full)"
[ "$(points s0010)$(points s0020)" = 0.00.0 ]
result $? 'starters get none'
less=0
for each in s0004.tar.gz s0005 s0008.tar s0009 s0014.tar.gz s0018.tar s0019; do
	[ "$(echo "$(points $each) $full" | awk '{ print ($1 < $2) }')" = 1 ] && less=$((less + 1))
done
# answers of labs that are not handed in are not missed
[ $less -eq 7 ] || { [ -n "$LABS" ] && [ $less -gt 0 ]; }
result $? "wrong answers get fewer ($less)"
run class --seed 41
grep -q '^0 graded, 19 unchanged' "$scratch/out"
result $? 'nothing has changed'
run regrade --jobs 2
[ "$status" -eq 0 ] && grep -q '^19 graded' "$scratch/out" && grep -q ' 0 up, 0 down' "$scratch/out"
result $? 'graded again with the same seed nobody has other marks'
finish
