# alike_class.sh - made-up classes for what finds similar submissions. To be read with "." from the kit's folder;
# wants $B and $scratch.
#
# Students are made of the answers in grader/tests/submissions and grader/tests/honest, which were written to be
# different answers of one exercise. Those of the former that are wrong often differ from the solution by one
# mistake alone: they are nearer to it, and to each other, than what students write.

# variants KIND: takes the answers apart into $scratch/variants/N.M/NN; KIND is right (those that pass, and those of
# grader/tests/honest) or all.
variants() {
	mkdir -p "$scratch/variants"
	awk -v to="$scratch/variants" -v kind="$1" '
		function begin(id) {
			if (file != "")
				close(file)
			if (!(id in count)) {
				system("mkdir -p \"" to "/" id "\"")
				count[id] = 0
			}
			file = sprintf("%s/%s/%02d", to, id, count[id]++)
			printf "" >file
		}
		FNR == 1 { file = ""; n = split(FILENAME, part, "/"); id = part[n]; sub(/\.c$/, "", id); cases = id ~ /\./ }
		cases && /^\/\* lab[0-9]+_/ { if (kind == "all" || /_right_/) begin(id); else file = ""; next }
		!cases && /^\/\* [0-9]+\.[0-9]+ / { begin($2); next }
		file != "" && !/^\/\* --- body --- \*\/$/ { print >file }
		END {
			for (id in count)
				print id, count[id] >(to "/counts")
		}' \
		grader/tests/honest/lab*.c grader/tests/submissions/lab*/*.c
}

# student HOW TO LAB...: a student's labs; helpers of the solution are left out. HOW is
#	own N		the N-th answer of each exercise, and nothing where there are fewer: no two have the same
#	half N M	of every second exercise the M-th instead
#	some N		one of the answers of each exercise, as many students have the same answer of one
student() {
	how=$1 first=$2 second=0
	shift 2
	if [ "$how" = half ]; then
		second=$1
		shift
	fi
	to=$1
	shift
	mkdir -p "$to"
	for lab; do
		for file in solutions/lab"$lab"_*; do
			awk -v how="$how" -v n="$first" -v m="$second" -v from="$scratch/variants" '
				BEGIN {
					while ((getline line < (from "/counts")) > 0) {
						split(line, word, " ")
						count[word[1]] = word[2]
					}
				}
				function pick(id,    part, x) {
					split(id, part, ".")
					if (how == "half" && part[2] % 2)
						return m
					if (how != "some")
						return n
					x = (n * 977 + part[1] * 104729 + part[2] * 1299709) % 94906249
					for (part[1] = 0; part[1] < 5; part[1]++)
						x = (x * x + 7919) % 94906249 # squares are exact in a double
					return int(x * count[id] / 94906249)
				}
				!inside && /^[ \t]*\/\* SOLUTION( [0-9.]+)? \*\// {
					inside = 1
					if ($3 != "*/" && pick($3) < count[$3]) {
						fragment = sprintf("%s/%s/%02d", from, $3, pick($3))
						while ((getline line < fragment) > 0)
							print line
						close(fragment)
					}
				}
				!inside { print }
				inside && /END \*\/[ \t]*$/ { inside = 0 }' "$file" >"$to/${file##*/}"
		done
	done
}

# disguised HOW FROM TO: a copy of a student's labs
disguised() {
	mkdir -p "$3"
	for file in "$2"/lab*; do
		stub=grader/stubs/${file##*/}
		"$B/test/disguise" "$1" "$stub" "$file" >"$3/${file##*/}" || return 1
	done
}
