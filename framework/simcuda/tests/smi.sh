# smi.sh - for tests of gpu-smi, to be read with ".": a program that holds memory of GPUs, and who is seen.
. "$(dirname "$0")/common.sh"
smi=$B/bin/gpu-smi
export SIMCUDA_REGISTRY="$work/registry" SIMCUDA_MACHINE=2xtiny

# hold WORD...: does the words in turn, prints its pid and what cudaMemGetInfo says, and waits for
# the end of its input.
build hold -I"$root" <<'END' || exit 2
#include <cuda_runtime.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <dirent.h>
#include <stddef.h>
#include "framework/simcuda/registry/registry.h"
#include "simcuda.h"

static long long now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* Overwrites a field of this process's own entry, as an enemy may. */
static void lie(size_t offset, const void *value, size_t size)
{
	for (int fd = 3; fd < 256; fd++) {
		char link[64], path[512] = "";
		snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
		if (readlink(link, path, sizeof path - 1) > 0 && strstr(path, REGISTRY_PREFIX) &&
		    pwrite(fd, value, size, (off_t)offset) != (ssize_t)size)
			exit(3);
	}
}

int main(int argc, char **argv)
{
	int device = 0, count = 0;
	long long began = now();
	for (int i = 1; i < argc; i++) {
		long value = strchr(argv[i], '=') ? atol(strchr(argv[i], '=') + 1) : 0;
		void *p;
		if (strncmp(argv[i], "gpu", 3) == 0)
			cudaSetDevice((int)value);
		else if (strncmp(argv[i], "mib", 3) == 0)
			cudaMalloc(&p, (size_t)value << 20);
		else if (strncmp(argv[i], "work", 4) == 0 && cudaMalloc(&p, 1 << 20) == cudaSuccess)
			for (long k = 0; k < value; k++)
				cudaMemset(p, 1, 1 << 20);
		else if (strncmp(argv[i], "idle", 4) == 0)
			simcuda_host_work((double)value * 20e6, 0); /* ms, as tiny.json has it */
		else if (strncmp(argv[i], "exec", 4) == 0)
			execlp("sleep", "sleep", "30", (char *)NULL);
		else if (strncmp(argv[i], "fork", 4) == 0 && fork() == 0)
			pause();
		else if (strncmp(argv[i], "sync", 4) == 0)
			cudaDeviceSynchronize();
	}
	cudaGetDeviceCount(&count);
	printf("pid %d\n", (int)getpid());
	for (device = 0; device < count; device++) {
		struct cudaDeviceProp prop;
		size_t left, total;
		int was;
		cudaGetDeviceProperties(&prop, device);
		printf("uuid %d GPU", device);
		for (int k = 0; k < 16; k++)
			printf("%s%02x", k == 0 || (k >= 4 && k <= 10 && k % 2 == 0) ? "-" : "",
			       (unsigned char)prop.uuid.bytes[k]);
		printf("\n");
		cudaGetDevice(&was);
		if (device == was && cudaMemGetInfo(&left, &total) == cudaSuccess)
			printf("used %d %lld\n", device, (long long)((total - left) >> 20));
	}
	long long took = now() - began;
	int error = errno;
	for (int i = 1; i < argc; i++) {
		char text[512];
		memset(text, 'x', sizeof text);
		if (strcmp(argv[i], "name") == 0)
			lie(offsetof(RegistryEntry, program), "\033[31m\"evil, name\"\xff", 19);
		else if (strcmp(argv[i], "endless") == 0)
			lie(offsetof(RegistryEntry, program), text, sizeof text);
		else if (strcmp(argv[i], "toomuch") == 0)
			lie(offsetof(RegistryEntry, gpu[0].used_bytes), &(uint64_t){1ull << 40}, 8);
		else if (strcmp(argv[i], "other") == 0)
			lie(offsetof(RegistryEntry, pid), &(int64_t){1}, 8);
		else if (strcmp(argv[i], "many") == 0)
			lie(offsetof(RegistryEntry, gpus), &(int64_t){65}, 8);
	}
	printf("errno %d fd %d took %lld\n", error, dup(0), took);
	fflush(stdout);
	if (argc > 1 && strcmp(argv[argc - 1], "stay") == 0)
		while (read(0, &count, 1) > 0)
			;
	return 0;
}
END

# ready NAME: waits, ten seconds at most, until that program has said all that it has to say
ready() {
	tries=0
	until grep -qs took "$work/$1.out" || [ $tries -ge 200 ]; do
		sleep 0.05
		tries=$((tries + 1))
	done
	grep -qs took "$work/$1.out"
}

# start NAME WORD...: runs it until stop NAME; its output is NAME.out, its pid NAME.pid
start() {
	name=$1
	shift
	rm -f "$work/$name.out"
	mkfifo "$work/$name.in"
	"$work/hold" "$@" stay <"$work/$name.in" >"$work/$name.out" 2>"$work/$name.err" &
	echo $! >"$work/$name.pid"
	held="$held $!"
	# a writer of the pipe, so that it does not end; sleep holds it open and ends by itself
	sleep 180 >"$work/$name.in" &
	echo $! >"$work/$name.writer"
	held="$held $!"
	ready "$name"
}
held=
trap 'kill $held 2>/dev/null; rm -rf "$work"' EXIT

# end NAME [SIGNAL]: by the end of its input, or by a signal
end() {
	if [ -n "$2" ]; then
		kill "-$2" "$(cat "$work/$1.pid")"
	fi
	kill "$(cat "$work/$1.writer")"
	wait "$(cat "$work/$1.pid")" "$(cat "$work/$1.writer")" 2>/dev/null
	rm -f "$work/$1.in"
}
pid() {
	cat "$work/$1.pid"
}
used() { # NAME GPU: MiB, as cudaMemGetInfo told the program
	awk -v gpu="$2" '$1 == "used" && $2 == gpu { print $3 }' "$work/$1.out"
}

apps() {
	"$smi" --query-compute-apps="${1:-pid,used_memory}" --format=csv,noheader,nounits
}
gpus() {
	"$smi" --query-gpu="${1:-memory.used}" --format=csv,noheader,nounits
}
is() { # EXPECTED FOUND
	[ "$1" = "$2" ] || {
		printf 'expected:\n%s\nfound:\n%s\n' "$1" "$2"
		return 1
	}
}
nobody() {
	is "" "$(apps)" && is "0
0" "$(gpus)"
}
