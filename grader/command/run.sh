#!/bin/sh
# run.sh FILE [MACHINE] - compiles a program with the framework, or one with kernels (.cu), and runs it.
#
# B is the folder of the build, GPU sim, cuda or none; run_compile and run_link are how this kit
# compiles and links, as a shell's words (BUILD/settings). PROFILE=1 shows what the kernels did, and has
# them compiled as for use; PROFILE=FILE writes that into a file, a page where it ends with .html. ARGS has the words
# that the program is called with, blanks between them.
file=$1 machine=${2:-2xa100}
refuse() {
	echo "usegpu: $*" >&2
	exit 2
}
case $GPU in sim | cuda | none) ;; *) refuse "GPU=$GPU: wanted sim, cuda or none" ;; esac
[ "$machine" != 0 ] || refuse 'MACHINE=0: wanted COUNTxMODEL such as 2xtiny; no GPU at all is GPU=none'
wanted='wanted a C file, or one with kernels, as in make run FILE=mine.c or FILE=mine.cu'
[ -z "$file" ] || [ -e "$file" ] || refuse "FILE=$file: there is no such file; $wanted"
[ -f "$file" ] || refuse "FILE=$file: $wanted"
case $file in *.c | *.cu) ;; *) refuse "FILE=$file: $wanted" ;; esac
case ${file##*/} in
lab[0-9]_*.c | lab[0-9][0-9]_*.c*)
	lab=${file##*/lab}
	lab=${lab%%_*}
	grep -q 'main[[:space:]]*(' "$file" ||
		refuse "FILE=$file: a lab has no main() of its own; make check LAB=$lab runs it"
	;;
esac
optimise=-O0
case $PROFILE in
'' | 0) ;;
1) optimise=-O2 SIMCUDA_PROFILE=- ;;
*) optimise=-O2 SIMCUDA_PROFILE=$PROFILE ;;
esac
[ "$optimise" = -O0 ] || export SIMCUDA_PROFILE
[ "$optimise" = -O0 ] || [ "$GPU" = sim ] || refuse "PROFILE=$PROFILE GPU=$GPU: wanted simulated GPUs, GPU=sim"

# Each run makes a program of its own, so that two at once do not take each other's; that of the last one is
# B/own/program besides. Those whose process has ended are removed.
mkdir -p "$B/own" || exit 2
for each in "$B"/own/program-*; do
	made_by=${each##*/program-}
	kill -0 "${made_by%.*}" 2>/dev/null || rm -f "$each"
done
own=$B/own/program-$$

# Kernels: clang compiles them to PTX, without optimising, so that each access is as it was written
# and has its line; what is counted is optimised code. Then the rest of the program, which carries that text along.
clang_find() {
	for clang in clang clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14; do
		command -v "$clang" >/dev/null && return
	done
	refuse "FILE=$file: kernels are compiled by clang, 14 or later, which is not installed: apt install clang"
}
cuda_compile() {
	"$clang" -x cuda -nocudainc -nocudalib --cuda-path=/nonexistent -Xclang -target-sdk-version=11.5 \
		--cuda-gpu-arch=sm_75 -std=c++17 -Wall -Iframework/simcuda/include -Iframework/simcuda \
		-Iframework/include -Igrader/stubs -include cuda_runtime.h "$@" "$file"
}
# A header that only the toolkit brings: the compiler says that it is not there, and this what to do.
toolkit_tell() {
	header=$(sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*<((thrust|cub|cuda|nvtx3|nv)\/[^>]*|(curand|cufft|cusparse|cusolver[A-Za-z]*|nvrtc)\.h)>.*/\1/p' \
		"$file" | head -n 1)
	[ ! "$header" ] || refuse "FILE=$file: $header is part of NVIDIA's toolkit; programs of nvcc run as docs/kernels.md says"
	exit 1
}
cuda_program() {
	clang_find
	cuda_compile --cuda-device-only -S "$optimise" -gline-tables-only -Xclang -target-feature -Xclang +ptx63 \
		-o "$own.ptx" || toolkit_tell
	# (without the merging of tails: two launches in the branches of an if would be one, of no line)
	cuda_compile --cuda-host-only -c -O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls \
		-mllvm -enable-tail-merge=false -w -Xclang -fcuda-include-gpubinary -Xclang "$own.ptx" -o "$own.o" || exit
	eval "\"\$clang\" --driver-mode=g++ -o '$own' '$own.o' $run_link" || exit
}
case $GPU,$file in
cuda,*.cu) nvcc -o "$own" "$file" || exit ;;
*,*.cu) cuda_program ;;
*)
	eval "$run_compile -o '$own' \"\$file\" $run_link" || exit
	;;
esac
ln -f "$own" "$B/own/program" || exit 2
set -f # a * among them is a word
# shellcheck disable=SC2086
set -- $ARGS
case $GPU in
cuda) exec "$own" "$@" ;;
none) machine=0 ;;
esac
SIMCUDA_MACHINE=$machine exec "$own" "$@"
