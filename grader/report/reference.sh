#!/bin/sh
# reference.sh MACHINE SEED - the solutions' timelines for this machine and seed, once a build. B is the
# folder of the build.
machine=$1 seed=$2 here=$B/report/reference
usegpu=$B/bin/usegpu
[ ! "$here/$machine-$seed.json" -nt "$usegpu" ] || exit 0
mkdir -p "$here/kit" && cp solutions/lab*.c "$here/kit" &&
	"$usegpu" grade --build "$B" --timelines --gpu sim --machine "$machine" --seed "$seed" --output "$here/graded" \
		-- "$here/kit" >"$here/log" &&
	"$usegpu" page --build "$B" --reference "$here/$machine-$seed.json" "$here/graded" &&
	rm -r "$here/graded" "$here/kit"
