# walk.sh - for tests that do what a page tells an instructor, word by word, in a copy of the kit. To be read
# with "." behind kit.sh, in the kit's folder.
#
#   <!-- c: write=PATH -->    the block is that file
#   <!-- c: change=PATH -->   the block, a diff without places, is made in that file: its lines with a blank
#                             or - before them stand there once, and those with a blank or + come instead
#   <!-- sh: step -->         each line of the block is run
#
# The copy gets what B has built, so that only what is new is compiled.
unset EVERY # the new submissions are all looked at
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
case $B in
/*) inside= ;;
*) inside=$B ;;
esac
case $inside in
'' | *variant*)
	echo "ok 1 - ${0##*/} # skipped: followed with the plain build of the kit alone"
	echo 1..1
	exit 0
	;;
esac

# walk_copy: makes the copy, $copy
walk_copy() {
	copy="$scratch/the kit"
	mkdir -p "$copy/$inside"
	tar cf - --exclude=./build --exclude=./.git . | tar xf - -C "$copy" &&
		(cd "$B" && tar cf - bin flags lib obj/framework obj/grader simcuda) | tar xf - -C "$copy/$inside"
	result $? 'a copy of the kit'
	chmod -R u+w "$copy"
}

# walk_blocks PAGE: the page's blocks, in their order, as $scratch/blocks/N.write, N.change (the first line is the
# path) and N.step
walk_blocks() {
	rm -rf "$scratch/blocks"
	mkdir "$scratch/blocks"
	awk -v out="$scratch/blocks" '
		function name() { return sprintf("%s/%02d.%s", out, n, kind) }
		/^<!-- c: (write|change)=.* -->$/ {
			kind = $3
			sub(/=.*/, "", kind)
			path = $3
			sub(/^[a-z]*=/, "", path)
			next
		}
		/^<!-- sh: step -->$/ { kind = "step"; next }
		!open && kind != "" && /^```/ { open = 1; n++; if (kind != "step") print path >name(); next }
		open && /^```$/ { open = 0; kind = ""; next }
		open { print >name() }
	' "$1"
}

# walk_change BLOCK: makes the change; prints why it cannot be made
walk_change() {
	path=$(head -n 1 "$1")
	awk '
		NR == FNR && FNR > 1 {
			line = substr($0, 2)
			if ($0 !~ /^[+]/) old = old line "\n"
			if ($0 !~ /^-/) new = new line "\n"
		}
		NR != FNR { text = text $0 "\n" }
		END {
			at = index(text, old)
			if (!at || old == "" || index(substr(text, at + 1), old)) {
				print "these lines do not stand there once:\n" old | "cat >&2"
				exit 1
			}
			printf "%s%s%s", substr(text, 1, at - 1), new, substr(text, at + length(old))
		}' "$1" "$path" >"$scratch/changed" && cat "$scratch/changed" >"$path"
}

# walk_take BLOCK: does what the block says, in the copy
walk_take() {
	case $1 in
	*.write)
		path=$(head -n 1 "$1")
		mkdir -p "$(dirname "$path")"
		tail -n +2 "$1" >"$path"
		;;
	*.change)
		walk_change "$1" >"$scratch/out" 2>&1
		result $? "a change of $(head -n 1 "$1")"
		;;
	*.step)
		# what make builds with has to be what the copied build was made with
		while IFS= read -r line; do
			case $line in
			make\ *) line="make B='$inside' CC='${CC:-cc}' ${line#make }" ;;
			esac
			B=$inside sh -c "$line" >"$scratch/out" 2>&1 </dev/null
			status=$?
			! grep -q '^not ok' "$scratch/out" || status=1
			cp "$scratch/out" "$scratch/last"
			result $status "$line"
		done <"$1"
		;;
	esac
}
