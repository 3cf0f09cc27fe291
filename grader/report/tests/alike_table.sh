#!/bin/sh
# alike_table.sh - the figures of docs/similarity.md, from the kit's folder after make tests: shares of made-up students'
# labs 1 to 9 with each other, with the solutions, and with copies of themselves. B is the build folder.
set -eu
: "${B:=build}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. grader/report/tests/alike_class.sh
labs='1 2 3 4 5 6 7 8 9' numbers='0 1 2 3 4 5 6 7 8 9' last=9
every=rename,reorder,comments,split,dead,loops
variants right

# shares FOLDER: "A B SCORE SHARE" of each pair that was compared
shares() {
	"$B/test/alike_shares" "$1" | awk '$NF >= 0 { print $2, $3, $NF, $4 }'
}
# the class of those of whom each has answers of his own
own() {
	for n in $numbers; do
		# shellcheck disable=SC2086
		student own "$n" "$1/own$n" $labs
	done
}
own "$scratch/own"
shares "$scratch/own" >"$scratch/pairs"
grep -v ' solutions ' "$scratch/pairs" >"$scratch/1"
grep ' solutions ' "$scratch/pairs" >"$scratch/2"

# a class of 80 in which many have the same answer of an exercise
for n in $(seq 1 80); do
	# shellcheck disable=SC2086
	student some "$n" "$scratch/some/s$n" $labs
done
shares "$scratch/some" | grep -v ' solutions ' >"$scratch/3"

# that class with copies of all, in one disguise or in all of them
rm -f "$scratch/4" "$scratch/5" "$scratch/kinds"
for how in rename reorder comments split dead loops $every; do
	rm -rf "$scratch/copies"
	cp -r "$scratch/own" "$scratch/copies"
	for n in $numbers; do
		disguised "$how" "$scratch/own/own$n" "$scratch/copies/copy$n"
	done
	shares "$scratch/copies" | awk '{ a = $1; b = $2; if (a ~ /^copy/) { a = $2; b = $1 } }
		a ~ /^own/ && b == "copy" substr(a, 4)' >"$scratch/each"
	case $how in
	*,*) cat "$scratch/each" >>"$scratch/5" ;;
	*) cat "$scratch/each" >>"$scratch/4" ;;
	esac
	sed "s/\$/ $how/" "$scratch/each" >>"$scratch/kinds"
done

# every second exercise from the next one's answers, all in disguise
cp -r "$scratch/own" "$scratch/half"
for n in $numbers; do
	[ "$n" -lt "$last" ] || continue
	# shellcheck disable=SC2086
	student half "$n" $((n + 1)) "$scratch/plain/$n" $labs
	disguised "$every" "$scratch/plain/$n" "$scratch/half/half$n"
done
shares "$scratch/half" | awk '{ a = $1; b = $2; if (a ~ /^half/) { a = $2; b = $1 } }
	a ~ /^own/ && b == "half" (substr(a, 4) - 1)' >"$scratch/6"

# row LEAST COLUMN: of how many per cent of the pairs the score or the share is that much
row() {
	for k in 1 2 3 4 5 6; do
		awk -v least="$1" -v column="$2" '$column >= least { n++ } END { printf " | %.1f", NR ? 100 * n / NR : 0 }' \
			"$scratch/$k"
	done
	echo ' |'
}
for least in 40 50 55 60 65 70 80; do
	printf '| %s %%' "$least"
	row "$least" 3
done
printf '| pairs'
for k in 1 2 3 4 5 6; do
	printf ' | %d' "$(wc -l <"$scratch/$k")"
done
echo ' |'
printf '| plain share from 60 %%'
row 60 4
awk '{ n[$5]++; sum[$5] += $4; if (!($5 in least) || $4 < least[$5]) least[$5] = $4 }
	END { for (how in n) printf "%s: smallest %d, mean %.0f, of %d\n", how, least[how], sum[how] / n[how], n[how] }' \
	"$scratch/kinds"
