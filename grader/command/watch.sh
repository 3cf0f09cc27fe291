#!/bin/sh
# watch.sh FOLDER [LAB] - checks a lab again each time that its file is saved, until Ctrl-C; without
# LAB, whichever lab was saved. Uses entr (Debian: entr).
#
# MAKE and MAKE_WITH (settings such as MACHINE=2xt4) come from make.
folder=$1 lab=$2
case $folder in
-*) folder=./$folder ;;
esac
command -v entr >/dev/null 2>&1 || {
	echo "watch: entr is not installed (Debian: entr)" >&2
	exit 2
}
case $lab in
*[!0-9]*)
	echo "watch: LAB=$lab: wanted the number of a lab" >&2
	exit 2
	;;
esac

# entr puts the file that was saved in the place of /_
if [ "${3:-}" = --saved ]; then
	number=${4##*/lab} number=${number%%_*}
	case $number in
	*[!0-9]*) exit 0 ;; # make would expand what is in such a name
	esac
	exec "${MAKE:-make}" --no-print-directory check LAB="$number" SUBMISSION="$folder"
fi
files=$(find "$folder" -maxdepth 1 \( -name "lab${lab:-[0-9]*}_*.c" -o -name "lab${lab:-[0-9]*}_*.cu" \) \
	! -name '*[!A-Za-z0-9_.-]*' | sort)
[ -n "$files" ] || {
	echo "watch: LAB=$lab: there is no such lab in $folder" >&2
	exit 2
}
[ -t 1 ] && options=c || options=
[ -t 0 ] || options=${options}n
[ -n "$lab" ] || {
	options=${options}p
	echo "watching $folder: save a lab to check it"
}
exec entr ${options:+-$options} "$0" "$folder" "$lab" --saved /_ <<END
$files
END
