# grade.sh - what run_autograder and autograde.sh share; to be read by them with ".", in the kit's folder.
#
# SETTINGS is a file with LAB, SEED and MACHINE as they were when the archive was made. GRADE is the grader with
# the options that tell how the kit was built, B the build folder: a test sets them.
: "${B:=build}"
: "${GRADE:=$(cat "$B/grade-command")}"
LAB='' SEED='' MACHINE=''
. "${SETTINGS:-./settings}"

# harmless TEXT: prints a file name of a student's for a log, without line breaks and escapes.
harmless() {
	printf %s "$1" | LC_ALL=C tr -c '\40-\176' '?'
}

# collect FROM TO: copies the regular files labN_*.c and labN_*.cu of a submission, from any folder in it but those that
# a class leaves out too: hidden ones, and what macOS adds to archives. The grader looks at each of them again, and
# compiles none that it does not know. Two of one name: the first in the order of folders is taken, and the other is
# named.
collect() {
	mkdir -p "$2"
	# names of folders may hold line breaks
	find "$1" -maxdepth 4 -mindepth 1 \( -name '.*' -o -name __MACOSX \) -prune -o -type f \( -name 'lab[1-9]*_*.c' -o -name 'lab[1-9]*_*.cu' \) ! -name '*[!a-z0-9_.]*' -size -2048k -printf '%d %P\0' |
		sort -z -k1,1n -k2 | sed -z 's/^[0-9]* //' >"$2.list"
	from=$1 to=$2 xargs -0 -r sh -c '
		for file in "$@"; do
			if [ -e "$to/${file##*/}" ]; then
				echo "not used, there are two ${file##*/}: $(printf %s "$file" | LC_ALL=C tr -c "\40-\176" "?")"
			else
				cp -- "$from/$file" "$to/${file##*/}"
			fi
		done' sh <"$2.list"
	rm "$2.list"
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
