# blocks.awk - takes the code blocks out of one page, so that snippets.test can run them.
#
#   awk -f blocks.awk -v out=FOLDER page.md
#
# Readers see nothing of what chooses how a block is checked: it stands in a comment on the line
# above the block, `<!-- c: run -->`. What is not said follows from the block itself:
#
#   c block with a main    a whole program: compiled without a warning, run, must end with status 0
#   c block without one    compiled only, as declarations or as statements; x, y, z, device ... are
#                          declared for it (snippets.test has the list)
#   text block after it    what it prints, stdout and stderr together
#   sh block               looked through by references.test; run only if it says so
#
#   c: run                 statements of the page's program: all such blocks of a page are one main,
#                          in their order, and each is compared with the text block after it
#   c: run fresh           ... and here another program begins
#   c: global              declarations of the page's program, before its main
#   c: broken              must not compile; each line of the text block is in the compiler's message
#   c: from=PATH           a quotation: each of its lines stands in that file
#   c: grade=3.2           put into the solution in place of exercise 3.2, and graded; the text block
#                          is what the grader says of it
#   c: write=PATH          belongs to a walk-through that a test of its own takes (walk.sh); so does
#   c: change=PATH         above a diff block
#   sh: run                run in a folder with the page's programs; `program` is one that uses a GPU
#                          if there is one, `mine.json` a machine, `build` what make has built
#   sh: file=NAME          not run, but put into that folder
#   printed: program=PATH  the text block below, or the rows of the table below (all but its first two
#                          lines), are what that program of the kit prints; the page names the program.
#                          machines=1xa100,1xt4 runs it once for each of these
#   file=NAME.c machine=4xt4 env=NAME=VALUE status=N crash    options of programs: their file's name,
#                          their GPUs, an environment variable, how they end
#
# In a text block "..." stands for anything: alone in its line for any lines, else for a part of one.
#
# FOLDER gets, for the unit N: N.kind, N.options, N.c (or N.sh), N.S.want and N.S.place (first and
# last line of the text block) for its segment S.

function fail(what)
{
	printf "%s:%d: %s\n", FILENAME, FNR, what | "cat >&2"
	failed = 1
}

function option(name,    i, word, words)
{
	words = split(directive, word, " ")
	for (i = 1; i <= words; i++) {
		if (word[i] == name)
			return 1
		if (index(word[i], name "=") == 1)
			return substr(word[i], length(name) + 2)
	}
	return ""
}

function unit(kind)
{
	units++
	print kind >(out "/" units ".kind")
	print directive >(out "/" units ".options")
	print opened >(out "/" units ".line")
	segment = 0
	return units
}

function lines(text)
{
	return gsub(/\n/, "", text)
}

# The fragments of a page's program are collected and written when it is complete. Messages name the
# lines of the file that a reader makes of them: lab.h, the declarations with an empty line behind
# each, main, and in it one piece directly after the other. A piece with file= begins another file.
function close_program(    at, first, i, name, to)
{
	to = out "/" program ".c"
	name = page ".c"
	at = 3
	for (i = 1; i <= globals; i++) {
		printf "#line %d \"%s\"\n%s", at, name, global[i] >to
		at += lines(global[i]) + 1
	}
	first = at += 2
	if (program)
		printf "int main(void)\n{\n" >to
	for (i = 1; i <= segments; i++) {
		if (statement_file[i] != "") {
			name = statement_file[i]
			at = first
		}
		printf "SEGMENT(%d);\n#line %d \"%s\"\n%s", i, at, name, statement[i] >to
		at += lines(statement[i])
	}
	if (program)
		printf "SEGMENT(-1);\n}\n" >to
	program = globals = segments = 0
}

function c_block()
{
	if (option("write") != "") {
		last = 0
		return
	}
	if (option("from") != "") {
		last = unit("quote")
		printf "%s", body >(out "/" last ".c")
	} else if (option("run") || option("global")) {
		if (option("fresh"))
			close_program()
		if (!program)
			program = unit("page")
		if (option("global")) {
			global[++globals] = body
			last = 0
			return
		}
		statement[++segments] = body
		statement_file[segments] = option("file")
		segment = segments
		last = program
	} else if (option("broken")) {
		last = unit("broken")
		printf "%s", body >(out "/" last ".c")
	} else if (option("grade") != "") {
		last = unit("grade")
		printf "%s", body >(out "/" last ".c")
	} else if (body ~ /(^|\n)int main\(/) {
		last = unit("program")
		printf "%s", body >(out "/" last ".c")
	} else {
		last = unit("compile")
		printf "%s", body >(out "/" last ".c")
	}
}

# The rows of a table that a program prints.
function rows_end()
{
	if (rows_at && FNR >= rows_at + 2) {
		last = unit("printed")
		printf "%s", rows >(out "/" last ".0.want")
		print rows_at + 2, FNR - 1 >(out "/" last ".0.place")
		last = 0
	} else if (rows_at) {
		fail("the table below \"" directive "\" has no rows")
	}
	rows_at = 0
	rows = directive = ""
}

BEGIN {
	page = FILENAME
}

FNR == 1 {
	page = FILENAME
	sub(/.*\//, "", page)
	sub(/\.md$/, "", page)
}

rows_at && !/^\|/ {
	rows_end()
}

fence == "" && /^<!-- (c|sh|printed): .* -->$/ {
	directive = $0
	sub(/^<!-- /, "", directive)
	sub(/ -->$/, "", directive)
	next
}

fence == "" && /^ *```/ {
	fence = $0
	match(fence, /^ *```/)
	closing = substr(fence, 1, RLENGTH)
	language = substr(fence, RLENGTH + 1)
	opened = FNR
	body = ""
	next
}

fence != "" && $0 == closing {
	fence = ""
	if (language == "c") {
		c_block()
	} else if (language == "sh") {
		last = 0
		if (option("run")) {
			last = unit("sh")
			printf "%s", body >(out "/" last ".sh")
		}
	} else if (language == "diff" && option("change") != "") {
		last = 0
	} else if (option("file") != "") {
		printf "%s", body >(out "/" option("file"))
	} else if (language == "text" && (last || option("program") != "")) {
		if (option("program") != "") {
			last = unit("printed")
			segment = 0
		}
		printf "%s", body >(out "/" last "." segment ".want")
		print opened + 1, FNR - 1 >(out "/" last "." segment ".place")
		last = 0
	} else if (directive != "") {
		fail("the comment \"" directive "\" stands above a block of \"" language "\"")
	}
	directive = ""
	next
}

fence != "" {
	body = body $0 "\n"
	next
}

directive ~ /^printed: / && /^\|/ {
	if (!rows_at)
		rows_at = opened = FNR
	else if (FNR >= rows_at + 2)
		rows = rows $0 "\n"
	next
}

/^#/ {
	last = 0
}

directive != "" && NF {
	fail("no block follows \"" directive "\"")
	directive = ""
}

END {
	if (rows_at) {
		FNR++
		rows_end()
	}
	close_program()
	if (fence != "")
		fail("the block of line " opened " is not closed")
	exit failed
}
