#!/bin/sh
# package.sh gradescope-zip|autolab-tar|classroom50-folder|prairielearn-folder [OUT]: what a platform needs to grade by itself: the kit without
# its answers, tests and pages, and what the platform starts. The same kit gives the same bytes.
#
# LAB, SEED and MACHINE, when they are set, hold for every submission that the platform grades.
set -eu
B=${B:-build} format=$1 out=${2:-}
folders='framework/include framework/src framework/kernels framework/simcuda grader datasets'

refuse() {
	echo "package.sh: $*" >&2
	exit 2
}
# what is put into a file that a shell reads must be plain
for setting in "LAB=${LAB:-}" "SEED=${SEED:-}" "MACHINE=${MACHINE:-}"; do
	case $setting in
	*=*[!A-Za-z0-9_.-]*) refuse "$setting: expected letters and digits" ;;
	esac
done
case $format in
gradescope-zip)
	out=${out:-$B/exports/gradescope.zip}
	command -v zip >/dev/null || refuse 'zip is not installed (Debian: zip)'
	;;
autolab-tar) out=${out:-$B/exports/autograde.tar} ;;
classroom50-folder) out=${out:-$B/exports/classroom50/usegpu.tar} ;;
prairielearn-folder) out=${out:-$B/exports/prairielearn/image/usegpu.tar} ;;
*) refuse "$format: expected gradescope-zip, autolab-tar, classroom50-folder or prairielearn-folder" ;;
esac

# question_make IMAGE QUESTION: what makes PrairieLearn's image, and a question that uses it. It needs no server.py:
# the files are uploaded, and an image grades them.
question_make() {
	mkdir -p "$2"
	cp grader/export/platforms/prairielearn.sh "$1/"
	cat >"$1/Dockerfile" <<-'END'
		FROM debian:bookworm-slim
		ADD usegpu.tar /opt/
		RUN cd /opt/usegpu && ALL= .ci/deps && sh grader/export/platforms/build.sh /opt/usegpu && rm -rf /var/lib/apt/lists/*
		COPY prairielearn.sh /grade/run.sh
	END
	files=$(for file in grader/stubs/lab"${LAB:-[0-9]*}"_*.c; do printf '%s,' "${file##*/}"; done)
	files=${files%,}
	names=file-names # all of them are wanted, where it is one lab
	[ -n "${LAB:-}" ] || names=optional-file-names
	uuid=$(printf '%s' "usegpu ${LAB:-all} ${SEED:-} ${MACHINE:-}" | sha256sum |
		sed 's/^\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.\{12\}\).*/\1-\2-4\3-8\4-\5/')
	cat >"$2/info.json" <<-END
		{
		    "uuid": "$uuid",
		    "title": "usegpu${LAB:+, lab $LAB}",
		    "topic": "GPU programming",
		    "type": "v3",
		    "gradingMethod": "External",
		    "externalGradingOptions": {
		        "enabled": true,
		        "image": "CHANGE-ME/usegpu",
		        "entrypoint": "/grade/run.sh",
		        "timeout": 600
		    }
		}
	END
	cat >"$2/question.html" <<-END
		<pl-question-panel>
		  <p>Upload your labs: $files. What is missing counts as not begun.</p>
		  <pl-file-upload $names="$files"></pl-file-upload>
		</pl-question-panel>
		<pl-submission-panel>
		  <pl-external-grader-results></pl-external-grader-results>
		  <pl-file-preview></pl-file-preview>
		</pl-submission-panel>
	END
}

case $out in
*/*) folder=${out%/*} ;;
*) folder=. ;;
esac
mkdir -p "$folder"
stage=$(mktemp -d "$folder/stage.XXXXXX")
trap 'rm -rf "$stage"' EXIT
kit=$stage/usegpu
mkdir -p "$kit/.ci"
cp Makefile "$kit/"
cp .ci/deps "$kit/.ci/"
# shellcheck disable=SC2086
find $folders -type d \( -name tests -o -name fuzz -o -name bench -o -name mutants -o -name template \) \
	-prune -o -type f ! -name '*.bak' ! -name '*~' ! -name '.*' -print0 |
	tar -cf "$stage/files.tar" --null -T -
tar -xf "$stage/files.tar" -C "$kit"
# the starters lie in labs/ too, as make looks for that folder
mkdir -p "$kit/labs"
cp grader/stubs/lab*.c* "$kit/labs/"
printf 'LAB=%s\nSEED=%s\nMACHINE=%s\n' "${LAB:-}" "${SEED:-}" "${MACHINE:-}" >"$kit/settings"
cp grader/export/platforms/setup.sh grader/export/platforms/run_autograder "$kit/"

find "$kit" -type d -exec chmod 755 {} +
find "$kit" -type f -exec chmod 644 {} +
find "$kit" -type f \( -name '*.sh' -o -name run_autograder -o -path '*/.ci/deps' \) -exec chmod 755 {} +
find "$kit" -exec env TZ=UTC touch -h -d '2000-01-01 00:00:00' {} +
if [ "$format" = gradescope-zip ]; then
	(cd "$kit" && find . -type f | sed 's,^\./,,' | LC_ALL=C sort | TZ=UTC zip -qX ../archive -@)
	mv "$stage/archive.zip" "$out"
else
	rm "$kit/setup.sh" "$kit/run_autograder"
	LC_ALL=C tar --sort=name --mtime='2000-01-01 00:00:00Z' --owner=0 --group=0 --numeric-owner \
		--format=ustar -C "$stage" -cf "$stage/archive.tar" usegpu
	mv "$stage/archive.tar" "$out"
	case $format in
	autolab-tar)
		cp grader/export/platforms/autograde-Makefile "$folder/autograde-Makefile"
		echo "$format: $folder/autograde-Makefile"
		;;
	classroom50-folder)
		cp grader/export/platforms/classroom50.sh "$folder/"
		# the name and the language are the runner's; a shell does the work
		printf '%s\n' 'import os' \
			'os.execvp("sh", ["sh", os.path.join(os.path.dirname(os.path.abspath(__file__)), "classroom50.sh")])' \
			>"$folder/autograder.py"
		;;
	prairielearn-folder) question_make "$folder" "${folder%/*}/question" ;;
	esac
fi
echo "$format: $out"
