#!/bin/sh
# make_class.sh N FOLDER [LABS]: makes a class of N students in FOLDER, and its roster FOLDER.csv. There
# are right answers, of all labs or of one alone, starters, wrong answers and broken ones, as folders,
# nested folders, .zip, .tar.gz and .tar, with usual names and a few hostile ones. No two submissions are
# the same. LABS are the numbers of the labs handed in (all). Runs from the kit's folder; B is the build
# folder.
set -eu
: "${B:=build}"
n=$1 folder=$2 labs=${3:-1 2 3 4 5 6 7 8 9}
archive=$B/test/make_archive
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$folder"
grader/tests/cases.sh "$scratch/cases"
wrong=$(ls -d "$scratch"/cases/lab[0-9]_wrong_*)

# name I: as a class has them; every student's is its own
name() {
	case $(($1 % 8)) in
	0) echo "Zoë Müller $1" ;;
	1) echo "O'Brien $1, Pat" ;;
	2) echo "김민준 $1" ;;
	3) echo "Ada Lovelace $1" ;;
	4) echo "李 $1 小龙" ;;
	5) echo "Jean \"JJ\" Jay $1" ;;
	6) echo "Núñez-Peña $1" ;;
	7) echo "Grace Hopper $1" ;;
	esac
}

# labs_put TO FROM I: the labs of a folder, each made this student's own
labs_put() {
	mkdir -p "$1"
	for lab in $labs; do
		for file in "$2"/lab"$lab"_*.c; do
			[ -f "$file" ] || continue
			{
				cat "$file"
				echo "/* handed in by number $3 */"
			} >"$1/${file##*/}"
		done
	done
}

# wrong_put TO I: the solutions, with the wrong answer number I in them
wrong_put() {
	labs_put "$1" solutions "$2"
	from=$(echo "$wrong" | sed -n "$(($2 % $(echo "$wrong" | wc -l) + 1))p")
	lab=${from##*/lab}
	lab=${lab%%_*}
	for fragment in "$from"/"$lab".*.c; do
		file=$(ls solutions/lab"$lab"_*.c)
		file=$1/${file##*/}
		[ -f "$fragment" ] && [ -f "$file" ] || continue
		exercise=${fragment##*/}
		awk -f grader/stubs/regions.awk mode=replace id="${exercise%.c}" fragment="$fragment" "$file" \
			>"$scratch/new" && cp "$scratch/new" "$file"
	done
}

# packed FORMAT FILE FROM INSIDE: an archive of the folder FROM, whose files lie in INSIDE
packed() {
	set -- "$@" "$1" "$2"
	format=$1 file=$2 from=$3 inside=$4
	set -- "$format" "$file"
	for each in "$from"/*.c; do
		set -- "$@" "$inside${each##*/}=$each"
	done
	"$archive" "$@"
}

printf 'id,name,email,section,folder\r\n' >"$folder.csv"
i=0
while [ $i -lt "$n" ]; do
	i=$((i + 1))
	id=s$(printf %04d $i)
	own=$scratch/$id at=
	case $((i % 10)) in
	0) labs_put "$own" grader/stubs $i ;;
	1 | 2 | 3) labs_put "$own" solutions $i ;;
	7) (
		labs=${labs%% *}
		labs_put "$own" solutions $i
	) ;;
	*) wrong_put "$own" $i ;;
	esac
	case $((i % 10)) in
	2) at=$id.zip && packed zip "$folder/$at" "$own" "my labs/" ;;
	4) at=$id.tar.gz && packed tgz "$folder/$at" "$own" '' ;;
	6) at="$(name $i | tr -d '"')_${id}_assignsubmission_file_" && mkdir "$folder/$at" &&
		packed zip "$folder/$at/labs.zip" "$own" labs/ ;;
	8) at=$id.tar && packed tar "$folder/$at" "$own" kit/labs/ ;;
	9) at=$id && mkdir "$folder/$at" && cp -R "$own" "$folder/$at/handed in" ;;
	*) at=$id && cp -R "$own" "$folder/$at" ;;
	esac
	# one in 20 is broken in a way of its own; the class has to go on
	case $((i % 100)) in
	15) rm -r "${folder:?}/$at" && ln -s /etc "$folder/$at" ;;
	35) rm "$folder/$at"/lab*.c && mkfifo "$folder/$at/lab1_devices.c" ;;
	44) head -c 500 "$folder/$at" >"$scratch/cut" && mv "$scratch/cut" "$folder/$at" ;;
	62) "$archive" zip "$folder/$at" "../../../lab1_devices.c=solutions/lab1_devices.c" link:lab2_placement.c=/etc/passwd ;;
	75) printf '\377\376\0\033]0;x\007' >"$folder/$at/lab1_devices.c" ;;
	84) "$archive" tgz "$folder/$at" zeros:lab1_devices.c=600000000 ;;
	95) mv "$folder/$at" "$(printf '%s/%s\033[31m\n<b>"x' "$folder" $id)" && at= ;;
	esac
	printf '%s,"%s",%s@example.org,%s,%s\r\n' $id "$(name $i | sed 's/"/""/g')" $id $((i % 2)) \
		"$(case $((i % 10)) in 9) echo "$at" ;; esac)" >>"$folder.csv"
done
printf 's9998,"Nobody, Ever",,1,\r\n' >>"$folder.csv"
echo 'not a submission' >"$folder/readme.txt"
