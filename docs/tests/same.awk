# same.awk - whether what came is what a page shows: awk -f same.awk WANTED GOT
#
# "..." in WANTED stands for anything: alone in its line for any number of lines, else for a part of
# one. Prints the first line that differs.

# Whether the text fits the line of the page, piece by piece between its "..."s.
function fits(line, text,    piece, pieces, i, at)
{
	pieces = split(line, piece, /\.\.\./)
	if (pieces <= 1)
		return line == text
	for (i = 1; i <= pieces; i++) {
		at = piece[i] == "" ? 1 : index(text, piece[i])
		if (!at || (i == 1 && at != 1))
			return 0
		if (i == pieces && piece[i] != "")
			return length(text) >= length(piece[i]) &&
			       substr(text, length(text) - length(piece[i]) + 1) == piece[i]
		text = substr(text, at + length(piece[i]))
	}
	return 1
}

FNR == NR {
	wanted[++wants] = $0
	next
}

{
	got[++gots] = $0
}

END {
	for (i = j = 1; i <= wants; i++) {
		if (wanted[i] ~ /^ *\.\.\.$/) {
			if (i == wants)
				exit 0
			while (j <= gots && !fits(wanted[i + 1], got[j]))
				j++
			continue
		}
		if (j > gots || !fits(wanted[i], got[j])) {
			print "wanted: " wanted[i]
			print "got:    " (j > gots ? "nothing more" : got[j])
			exit 1
		}
		j++
	}
	if (j <= gots) {
		print "wanted: nothing more"
		print "got:    " got[j]
		exit 1
	}
}
