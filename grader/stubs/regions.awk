# regions.awk - turns a solution into a starter, or puts other code into one of its exercises.
#
# In solutions/labN_*.c the body of an exercise is
#
#	/* SOLUTION 3.2 */
#	...the solution...
#	/* STUB (about 4 lines)
#	return TODO(Tensor *, "3.2", x, y);
#	END */
#
# and a helper that only the solution needs lies between the lines
#
#	/* SOLUTION */
#	/* STUB END */
#
#   awk -f regions.awk mode=stub solutions/lab3_copies.c
#       prints the starter: each region becomes "YOUR CODE HERE (about 4 lines)" and the lines of
#       its stub; helpers vanish, with the blank line after them.
#   awk -f regions.awk mode=replace id=3.2 fragment=mine.c solutions/lab3_copies.c
#       prints the solution with the region 3.2 replaced by the contents of mine.c.
#
# A region that is not closed, or is not there, is an error: a line on stderr, exit status 1.

function fail(line, what)
{
	printf "%s:%d: %s\n", FILENAME, line, what | "cat >&2"
	failed = 1
	exit 1
}

function paste_fragment(    line, got)
{
	while ((got = (getline line < fragment)) > 0)
		print line
	if (got < 0)
		fail(FNR, "cannot read " fragment)
	close(fragment)
	replaced++
}

BEGIN {
	inside = 0 # 0: outside, 1: in a solution, 2: in its stub
}

/^[ \t]*\/\* SOLUTION( [0-9]+\.[0-9]+)? \*\/[ \t\r]*$/ {
	if (inside)
		fail(FNR, "a SOLUTION inside of the one of line " opened)
	inside = 1
	opened = FNR
	name = $3 == "*/" ? "" : $3
	ours = mode == "replace" && name != "" && name "" == id "" # as text: 3.1 is not 3.10
	if (ours)
		paste_fragment()
	else if (mode == "replace")
		print
	next
}

inside == 1 && /^[ \t]*\/\* STUB END \*\/[ \t\r]*$/ {
	if (name != "")
		fail(FNR, "exercise " name " has no stub")
	if (mode == "replace")
		print
	inside = 0
	after_helper = mode == "stub"
	next
}

inside == 1 && /^[ \t]*\/\* STUB( \(.*\))?[ \t\r]*$/ {
	if (name == "")
		fail(FNR, "a helper has no stub; wanted STUB END")
	inside = 2
	if (mode == "stub") {
		match($0, /^[ \t]*/)
		indent = substr($0, 1, RLENGTH)
		about = index($0, "(") ? " " substr($0, index($0, "(")) : ""
		sub(/[ \t\r]+$/, "", about)
		print indent "/* YOUR CODE HERE" about " */"
	} else if (!ours) {
		print
	}
	next
}

inside == 2 && /^[ \t]*END \*\/[ \t\r]*$/ {
	if (mode == "replace" && !ours)
		print
	inside = 0
	next
}

/\/\*[ \t]*(SOLUTION|STUB)/ {
	fail(FNR, "this mark is not understood here: " $0)
}

{
	if (after_helper && $0 == "") {
		after_helper = 0
		next
	}
	after_helper = 0
	if (mode == "stub" ? inside != 1 : !(inside && ours))
		print
}

END {
	if (!failed) {
		if (inside)
			fail(opened, "this SOLUTION is not closed")
		if (mode == "replace" && replaced != 1)
			fail(FNR, "wanted one region " id ", found " replaced + 0)
	}
}
