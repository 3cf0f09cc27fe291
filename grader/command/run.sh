#!/bin/sh
# run.sh FILE [MACHINE] - compiles a program with the framework and runs it.
#
# B is the folder of the build, GPU sim, cuda or none; run_compile and run_link are how this kit
# compiles and links, as a shell's words (BUILD/settings).
file=$1 machine=${2:-2xa100}
refuse() {
	echo "usegpu: $*" >&2
	exit 2
}
case $GPU in sim | cuda | none) ;; *) refuse "GPU=$GPU: wanted sim, cuda or none" ;; esac
[ "$machine" != 0 ] || refuse 'MACHINE=0: wanted COUNTxMODEL such as 2xtiny; no GPU at all is GPU=none'
[ -f "$file" ] || refuse "FILE=$file: expected a C file, as in make run FILE=mine.c"
mkdir -p "$B/own"
eval "$run_compile -o '$B/own/program' \"\$file\" $run_link" || exit
case $GPU in
cuda) exec "$B/own/program" ;;
none) machine=0 ;;
esac
SIMCUDA_MACHINE=$machine exec "$B/own/program"
