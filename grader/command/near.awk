# near.awk - the target that is meant by a `word` that is none: reads makefiles, looks for the edit distance.
function distance(a, b,    i, k, row) {
	for (k = 0; k <= length(b); k++)
		row[0, k] = k
	for (i = 1; i <= length(a); i++) {
		row[i, 0] = i
		for (k = 1; k <= length(b); k++) {
			row[i, k] = row[i - 1, k - 1] + (substr(a, i, 1) != substr(b, k, 1))
			if (row[i - 1, k] + 1 < row[i, k])
				row[i, k] = row[i - 1, k] + 1
			if (row[i, k - 1] + 1 < row[i, k])
				row[i, k] = row[i, k - 1] + 1
			if (i > 1 && k > 1 && substr(a, i, 1) == substr(b, k - 1, 1) && substr(a, i - 1, 1) == substr(b, k, 1) &&
			    row[i - 2, k - 2] + 1 < row[i, k])
				row[i, k] = row[i - 2, k - 2] + 1
		}
	}
	return row[length(a), length(b)]
}
BEGIN { least = 3 }
/^[a-z][a-z-]*:.*## / {
	name = $0
	sub(/:.*/, "", name)
	if (distance(word, name) < least) {
		least = distance(word, name)
		near = name
	}
}
END {
	if (word ~ /^[0-9]+\.[0-9]+$/)
		near = "CHECK=" word
	else if (word ~ /^[0-9]+$/ || word ~ /^(LAB|lab)[0-9]+$/)
		near = "LAB=" substr(word, match(word, /[0-9]/))
	print "make: " word ": no such target; " (near == "" ? "see make help" : "did you mean " near "?") >"/dev/stderr"
	exit 2
}
