#!/bin/sh
# cases.sh TO [NAME]: takes cases out of submissions/ into folders TO/NAME/, which hold a file N.M.c for
# each exercise that the case changes, and `expect` with what its checks must say. All cases without
# NAME; those whose names begin so with NAME*, such as 'lab3_wrong*'. Runs from the kit's folder.
#
# submissions/labN/N.M.c holds the cases that change exercise N.M, one after the other. The first line
# of a case is
#
#	/* labN_wrong_WHAT: fail some text */
#	/* labN_right_WHAT: pass */
#
# with a piece of the message that the check must give, or none; the lines up to the next case replace
# the exercise's solution, but for the empty ones before that. Cases of one name in several files of a
# lab are one answer, which changes all of these exercises. After the name there may be
# ", not under sanitizers" and ", calls 5.2": submissions.test tells what for.
set -eu
[ $# -eq 1 ] || [ $# -eq 2 ] || {
	echo "cases.sh: expected a folder and perhaps a case's name; got $# arguments" >&2
	exit 2
}
TO=$1 NAME=${2-*} awk '
	function refuse(where, what) {
		print where ": " what | "cat >&2"
		failed = 1
		exit 1
	}

	# the exercise of grader/tests/submissions/lab3/3.2.c
	function file_begin(    part, n) {
		n = split(FILENAME, part, "/")
		id = part[n]
		lab = part[n - 1]
		if (id !~ /^[0-9]+\.[0-9]+\.c$/ || index("lab" id, lab ".") != 1)
			refuse(FILENAME, "expected a name such as lab3/3.2.c")
		sub(/\.c$/, "", id)
		file = ""
		name = ""
	}

	# the folder of the case `name`
	function case_begin() {
		failed = system("mkdir -p \"$TO/" name "\"") != 0
		if (failed)
			exit failed
		printf "" >(to "/" name "/expect")
		close(to "/" name "/expect")
		begun[name] = FILENAME ":" FNR
	}

	# /* NAME, calls 5.2: fail some text */
	function head_read(    colon, word, n, i, verdict) {
		if ($0 !~ /^\/\* lab[0-9]+_(right|wrong)_[a-z0-9_]+(, not under sanitizers|, calls [0-9]+\.[0-9]+)*: (pass|fail|fail .*) \*\/$/)
			refuse(FILENAME ":" FNR, "expected a case, such as /* lab3_wrong_what: fail some text */")
		colon = index($0, ": ")
		n = split(substr($0, 4, colon - 4), word, ", ")
		verdict = substr($0, colon + 2, length($0) - colon - 4)
		if (file != "")
			close(file)
		file = ""
		blank = ""
		name = word[1]
		if (index(name, lab "_") != 1)
			refuse(FILENAME ":" FNR, name ": expected a name that begins with " lab "_")
		if ((FILENAME, name) in seen)
			refuse(FILENAME ":" FNR, name ": there is one of that name above")
		seen[FILENAME, name]
		if ((beginning ? substr(name, 1, length(wanted)) : name) != wanted)
			return
		if (!(name in begun))
			case_begin()
		file = to "/" name "/expect"
		for (i = 2; i <= n; i++)
			print "# " word[i] >>file
		if (verdict != "pass") {
			print id " fail " substr(verdict, 6) >>file
			fails[name]
		}
		close(file)
		file = to "/" name "/" id ".c"
		printf "" >file
	}

	BEGIN {
		to = ENVIRON["TO"]
		wanted = ENVIRON["NAME"]
		beginning = sub(/\*$/, "", wanted)
	}
	FNR == 1 { file_begin() }
	/^\/\* lab[0-9]+_/ || FNR == 1 {
		head_read()
		next
	}
	file == "" { next }
	/^$/ { blank = blank "\n" }
	/./ {
		print blank $0 >file
		blank = ""
	}
	END {
		for (name in begun) {
			if (!failed && (name ~ /^lab[0-9]+_wrong_/) != (name in fails))
				refuse(begun[name], name ": expected a wrong one to fail a check, a right one to pass")
			any = 1
		}
		if (!failed && !any)
			refuse("grader/tests/submissions", "has no case " ENVIRON["NAME"])
		exit failed
	}' grader/tests/submissions/lab*/*.c
