#!/bin/sh
# make_term.sh PLATFORM N FOLDER: what an instructor downloads for a class of N students who were set lab 1, in
# the layout of canvas or moodle: FOLDER/download.zip, the submissions, and FOLDER/marks.csv, Canvas's gradebook or
# Moodle's grading worksheet, and FOLDER/expected, for each student the number, the name and the mark that is right:
# points, "absent", or "failed". Runs from the kit's folder.
set -eu
platform=$1 n=$2 folder=$3
mkdir -p "$folder/files"
folder=$(cd "$folder" && pwd)
given='Ada Zoë Grace Alan Núria José Łukasz Søren Chloé Pat'
family="Lovelace Müller Hopper Turing O'Brien Peña-Ruiz Wójcik Kierkegaard D'Arc van-der-Berg"

word() { # word I LIST...: the I-th word
	shift "$1"
	echo "$2"
}
# answer KIND I TO: lab 1 as that student wrote it
answer() {
	case $1 in
	right) cat solutions/lab1_devices.c ;;
	wrong) awk -f grader/stubs/regions.awk mode=replace id=1.1 fragment="$folder/wrong.c" solutions/lab1_devices.c ;;
	starter) cat grader/stubs/lab1_devices.c ;;
	broken) sed 's/^#include "lab.h"$/& not C/' solutions/lab1_devices.c | sed '$s/$/ }/' ;;
	esac >"$3"
	echo "/* student $2 */" >>"$3"
}
echo 'return 2;' >"$folder/wrong.c"

if [ "$platform" = canvas ]; then
	{
		printf '\357\273\277' # Canvas begins with a byte order mark
		echo 'Student,ID,SIS User ID,SIS Login ID,Section,Lab 1: devices (812),Assignments Current Score,Assignments Final Score'
		echo '    Points Possible,,,,,8.00,(read only),(read only)'
	} >"$folder/marks.csv"
else
	echo 'Identifier,"Full name","Email address",Status,Grade,"Maximum grade","Grade can be changed","Last modified (submission)","Last modified (grade)","Feedback comments"' >"$folder/marks.csv"
fi
: >"$folder/expected"

i=0
while [ "$i" -lt "$n" ]; do
	first=$(word $((i % 10)) $given)
	last=$(word $((i / 10 * 3 % 10)) $family)$([ "$i" -lt 40 ] || echo "-$i")
	last=$(echo "$last" | tr -- - ' ' | sed 's/^Peña /Peña-/')
	number=$((90000 + i)) login=s$((4100 + i))
	case $((i % 10)) in
	5) kind=wrong points=7 ;;
	6) kind=starter points=0 ;;
	7) kind=broken points=0 ;;
	8) kind=absent points=absent ;;
	*) kind=right points=8 ;;
	esac
	name="$first $last"
	# Canvas's names of files: family and given name in small letters, without blanks
	short=$(echo "$last$first" | tr -d " '-" | tr 'A-ZŁÑÜÉ' 'a-złñüé')
	folder_of="$name"_${number}_assignsubmission_file_
	case $platform:$kind in
	*:absent) ;;
	canvas:*)
		late=$([ $((i % 11)) -ne 3 ] || echo _LATE)
		if [ $((i % 13)) -eq 4 ]; then # handed in a second time, Canvas numbers the file
			answer starter "$i" "$folder/files/${short}${late}_${number}_$((700000 + i))_lab1_devices.c"
			answer $kind "$i" "$folder/files/${short}${late}_${number}_$((710000 + i))_lab1_devices-1.c"
		else
			answer $kind "$i" "$folder/files/${short}${late}_${number}_$((700000 + i))_lab1_devices.c"
		fi
		;;
	moodle:*)
		mkdir "$folder/files/$folder_of"
		if [ $((i % 13)) -eq 4 ]; then # an archive of the folder labs/
			mkdir -p "$folder/packed/labs"
			answer $kind "$i" "$folder/packed/labs/lab1_devices.c"
			(cd "$folder/packed" && zip -qr "$folder/files/$folder_of/my labs.zip" labs)
			rm -r "$folder/packed"
		else
			answer $kind "$i" "$folder/files/$folder_of/lab1_devices.c"
		fi
		;;
	esac
	if [ "$platform" = canvas ]; then
		printf '"%s, %s",%s,M%s,%s,GPU-2026-A,,%s,%s\n' "$last" "$first" $number $((5000 + i)) $login 0.0 0.0 >>"$folder/marks.csv"
	else
		status='Submitted for grading - Not graded'
		[ $kind != absent ] || status='No submission - Not graded'
		printf 'Participant %s,"%s",%s@uni.example,"%s",,8.00,Yes,"Sunday, 1 November 2026, 10:%02d AM",-,""\n' \
			$number "$name" $login "$status" $((i % 60)) >>"$folder/marks.csv"
	fi
	printf '%s|%s|%s\n' $number "$name" $points >>"$folder/expected"
	i=$((i + 1))
done
[ "$platform" != canvas ] || echo '"Student, Test",99999,,abc123,GPU-2026-A,,0.0,0.0' >>"$folder/marks.csv"
(cd "$folder/files" && zip -qr ../download.zip .)
rm -r "$folder/files" "$folder/wrong.c"
