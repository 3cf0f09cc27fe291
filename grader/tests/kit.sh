# kit.sh - what the .test programs share; to be read by them with ".". They print TAP, run from the
# kit's folder, and use a folder of their own that is gone afterwards.
#
# GRADE is the grader with the options that tell how the kit was built, as make passes it.
: "${B:=build}"
: "${GRADE:=$B/bin/usegpu grade --build $B}"
umask 022 # a sandbox has a user of its own, who reads what is made here
. grader/tests/scratch.sh
scratch=$(mktemp -d "$(scratch_place)/tmp.XXXXXXXXXX") || exit 1
trap 'chmod -R u+rwx "$scratch" 2>/dev/null; rm -rf "$scratch"' EXIT
count=0 failures=0

# result STATUS NAME: one line of TAP; on failure shows $scratch/out.
result() {
	count=$((count + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $count - $2"
	else
		echo "not ok $count - $2"
		sed 's/^/# /' "$scratch/out"
		failures=$((failures + 1))
	fi
}

# grade ARGUMENT...: grades under the simulator with a fixed seed; output in $scratch/out, exit
# status in $status.
grade() {
	(
		for argument in "$@"; do
			set -- "$@" "'$(printf %s "$argument" | sed "s/'/'\\\\''/g")'"
			shift
		done
		eval "$GRADE --gpu sim --seed 41 $*"
	) >"$scratch/out" 2>&1 </dev/null
	status=$?
}

# recorded: from here on, what a class run grades is graded once (recorded.sh).
recorded() {
	mkdir "$scratch/recorded"
	GRADE="grader/tests/recorded.sh '$scratch/recorded' $GRADE"
}

# assemble FOLDER TO: makes a submission of the folder's labN_*.c and labN_*.cu files, and of its fragments N.M.c,
# each put into the solution of its lab.
assemble() {
	mkdir -p "$2"
	for fragment in "$1"/[0-9]*.[0-9]*.c; do
		[ -f "$fragment" ] || continue
		id=${fragment##*/}
		id=${id%.c}
		for solution in solutions/lab"${id%.*}"_*.c solutions/lab"${id%.*}"_*.cu; do
			[ -f "$solution" ] || continue
			lab=$2/${solution##*/}
			[ -f "$lab" ] || cp "$solution" "$lab"
			awk -f grader/stubs/regions.awk mode=replace id="$id" \
				fragment="$fragment" "$lab" >"$2/new" || return 1
			mv "$2/new" "$lab"
		done
	done
	for file in "$1"/lab[0-9]*_*.c "$1"/lab[0-9]*_*.cu; do
		[ ! -f "$file" ] || cp "$file" "$2/"
	done
}

# assemble_case NAME TO: the same of a case in grader/tests/submissions.
assemble_case() {
	grader/tests/cases.sh "$scratch/cases" "$1" && assemble "$scratch/cases/$1" "$2"
}

# rows SUBMISSION: $scratch/rows gets a line "verdict id message" of each check in its results.json.
rows() {
	awk -F'"' '
		$2 == "id" { id = $4 }
		$2 == "verdict" { verdict = $4 }
		$2 == "message" { sub(/^ *"message": "/, ""); print verdict, id, $0 }
	' "$B/grade/$1/results.json" >"$scratch/rows"
}

finish() {
	echo "1..$count"
	[ "$failures" -eq 0 ]
}
