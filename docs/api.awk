# api.awk - makes a page of the API reference from a public header, as it stands: each declaration
# with the comment above it.
#
#   awk -f api.awk mode=index HEADER...                    a line "name page" of each name declared
#   awk -f api.awk mode=page homes=FILE HEADER             the page; names in it become links
#   awk -f api.awk mode=map HEADER...                      one page with all names, by header
#
# The headers' rules, which this relies on: the first comment is "name.h - what it is" and what a
# reader must know first; "/* --- title --- */" begins a section; a comment directly above
# declarations, without a blank line, belongs to them, and one with a blank line below it to the
# section; text that is indented in a comment by four spaces or more is an example.

function escape(text)
{
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	gsub(/\\/, "\\\\", text)
	gsub(/[*_[\]]/, "\\\\&", text)
	return text
}

# The text with links from "name()" and escapes everywhere else.
function prose(text,    done, name, plain)
{
	done = ""
	while (match(text, /[a-z_][a-z0-9_]*\(\)/)) {
		plain = substr(text, 1, RSTART - 1)
		name = substr(text, RSTART, RLENGTH - 2)
		text = substr(text, RSTART + RLENGTH)
		done = done escape(plain)
		done = done (name in home ? "[`" name "()`](" home[name] ".md#" name ")" : "`" name "()`")
	}
	return done escape(text)
}

# Prints a comment as paragraphs and examples.
function paragraphs(text,    line, lines, i, code)
{
	lines = split(text, line, "\n")
	code = 0
	for (i = 1; i <= lines; i++) {
		if (line[i] ~ /^    /) {
			if (!code)
				print ""
			code = 1
			print line[i]
		} else {
			if (code && line[i] != "")
				print ""
			code = 0
			print prose(line[i])
		}
	}
	print ""
}

# The names that the collected declarations declare, in names[1..count].
function find_names(    line, lines, i, depth, text, count, word, words)
{
	lines = split(declarations, line, "\n")
	depth = count = 0
	for (i = 1; i <= lines; i++) {
		text = line[i]
		sub(/[ \t]*\/\*.*\*\/$/, "", text)
		if (depth == 0 && text ~ /^#define /) {
			sub(/^#define /, "", text)
			sub(/[( \t].*/, "", text)
			names[++count] = text
			continue
		}
		if (text ~ /^} [A-Za-z]+;/) {
			text = substr(text, 3)
			sub(/;.*/, "", text)
			names[++count] = text
		} else if (depth == 0 && text ~ /^typedef .*;$/) {
			sub(/(\(.*)?;$/, "", text)
			words = split(text, word, /[ *]+/)
			names[++count] = word[words]
		} else if (depth == 0 && text ~ /^[A-Za-z_].*[a-z0-9_]+\(/) {
			sub(/^__attribute__\(\([a-z]+\)\) /, "", text)
			sub(/\(.*/, "", text)
			words = split(text, word, /[ *]+/)
			names[++count] = word[words]
		}
		depth += gsub(/[{(]/, "&", line[i]) - gsub(/[})]/, "&", line[i])
	}
	return count
}

function flush(    count, i, heading)
{
	if (declarations != "") {
		count = find_names()
		if (mode == "index") {
			for (i = 1; i <= count; i++)
				print names[i], page
		} else if (mode == "map") {
			for (i = 1; i <= count; i++)
				list = list (list == "" ? "" : ", ") "[`" names[i] "`](" page ".md#" names[i] ")"
		} else {
			heading = ""
			for (i = 1; i <= count; i++) {
				heading = heading (i > 1 ? ", " : "") names[i]
				if (i > 1)
					print "<a id=\"" names[i] "\"></a>"
			}
			print ""
			if (count)
				print "### " heading " {#" names[1] "}\n"
			print "```c\n" declarations "```\n"
			if (comment != "")
				paragraphs(comment)
		}
		comment = declarations = ""
	} else if (comment != "") {
		if (mode == "page" && seen_first)
			paragraphs(comment)
		comment = ""
	}
}

function close_map()
{
	if (mode == "map" && page != "")
		print "## " page ".h {#" page "}\n\n[" toupper(substr(summary, 1, 1)) substr(summary, 2) "](" page ".md)\n\n" list "\n"
	list = ""
}

BEGIN {
	for (i = 1; i < ARGC; i++)
		if (ARGV[i] ~ /^mode=/)
			mode = substr(ARGV[i], 6)
		else if (ARGV[i] ~ /^homes=/)
			while ((getline line < substr(ARGV[i], 7)) > 0) {
				split(line, part, " ")
				home[part[1]] = part[2]
			}
	if (mode == "map")
		print "# API reference\n\nAll that the public headers declare, by header. The pages are made from the headers as they stand;\nlabs include everything with `#include \"lab.h\"`, other programs with `#include \"usegpu/usegpu.h\"`.\n"
}

FNR == 1 {
	close_map()
	page = FILENAME
	sub(/.*\//, "", page)
	sub(/\.h$/, "", page)
	seen_first = in_comment = skip = depth = 0
	comment = declarations = ""
}

# what C++ and the macros for the caller's line need is of no use to a reader
/^#ifndef USEGPU_INTERNAL/ || /^#ifdef __cplusplus/ {
	flush()
	skip = 1
}
skip {
	if (/^#endif/)
		skip = 0
	next
}
/^#(ifndef|ifdef|if|endif|include)/ || /^#define [A-Z_0-9]+_H$/ {
	flush()
	next
}

!in_comment && depth == 0 && /^\/\* --- .* -+ \*\/$/ {
	flush()
	sub(/^\/\* --- /, "")
	sub(/ -+ \*\/$/, "")
	if (mode == "page")
		print "## " toupper(substr($0, 1, 1)) substr($0, 2) "\n"
	next
}

!in_comment && depth == 0 && /^\/\*/ {
	if (declarations != "")
		flush()
	in_comment = 1
	sub(/^\/\*/, " *")
}

in_comment {
	if (/\*\/[ \t]*$/) {
		in_comment = 0
		sub(/[ \t]*\*\/[ \t]*$/, "")
	}
	sub(/^ \* ?/, "")
	sub(/^ \*$/, "")
	comment = comment $0 "\n"
	if (!in_comment && !seen_first) {
		seen_first = 1
		summary = comment
		sub(/\n.*/, "", summary)
		sub(/^[a-z_]+\.h - /, "", summary)
		if (mode == "page") {
			print "# " page ".h\n"
			sub(/^[a-z_]+\.h - /, "", comment)
			comment = toupper(substr(comment, 1, 1)) substr(comment, 2)
			paragraphs(comment)
			print "`framework/" path "`\n"
		}
		comment = ""
	}
	next
}

depth == 0 && /^[ \t]*$/ {
	flush()
	next
}

{
	declarations = declarations $0 "\n"
	text = $0
	gsub(/\/\*.*\*\//, "", text)
	depth += gsub(/{/, "", text) - gsub(/}/, "", text)
}

END {
	flush()
	close_map()
}
