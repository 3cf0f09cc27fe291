# grade.sh - what run_autograder and autograde.sh share; to be read by them with ".", in the kit's folder.
#
# SETTINGS is a file with LAB, SEED and MACHINE as they were when the archive was made. GRADE is the grader with
# the options that tell how the kit was built, B the build folder: a test sets them.
: "${B:=build}"
: "${GRADE:=$(cat "$B/grade-command")}"
LAB='' SEED='' MACHINE=''
. "${SETTINGS:-./settings}"

# collect FROM TO: copies the regular files labN_*.c of a submission, from any folder in it. The grader
# looks at each of them again, and compiles none that it does not know. Two of one name: the first in the
# order of folders is taken, and the other is named.
collect() {
	mkdir -p "$2"
	find "$1" -maxdepth 4 -type f -name 'lab[1-9]*_*.c' ! -name '*[!a-z0-9_.]*' -size -2048k |
		awk -F/ '{ print NF, $0 }' | sort -k1,1n -k2 | sed 's/^[0-9]* //' |
		while IFS= read -r file; do
			if [ -e "$2/${file##*/}" ]; then
				echo "not used, there are two ${file##*/}: ${file#"$1"/}"
			else
				cp -- "$file" "$2/${file##*/}"
			fi
		done
}

# grade FOLDER: grades it; 2 when the grader failed.
grade() {
	set -- ${LAB:+--lab "$LAB"} ${SEED:+--seed "$SEED"} ${MACHINE:+--machine "$MACHINE"} -- "$1"
	quoted=
	for word in "$@"; do
		quoted="$quoted '$(printf %s "$word" | sed "s/'/'\\\\''/g")'"
	done
	eval "$GRADE --gpu sim --isolation reduced $quoted"
}
