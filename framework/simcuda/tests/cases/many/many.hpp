// many.hpp - what files with many cases share. RUN(name) is followed by the body of a case, which gets two arrays
// of COUNT zeros on GPU 0; CASE in the environment says which case runs. Before it, in a comment,
//
//   case name: race "some words"     as in the first line of a file with one case (cases.test)
//   prints name: words
#ifndef MANY_HPP
#define MANY_HPP

#include <cstdio>
#include <cstdlib>
#include <cstring>

#define COUNT 4096

struct Case {
	const char *name;
	void (*run)(int *x, int *y);
	Case *next;
	static Case *all;
	Case(const char *called, void (*does)(int *, int *)) : name(called), run(does), next(all)
	{
		all = this;
	}
};
Case *Case::all;

#define RUN(name)                                                                                  \
	static void run_##name(int *x, int *y);                                                    \
	static Case case_##name(#name, run_##name);                                                \
	static void run_##name(int *x, int *y)

int main()
{
	const char *wanted = getenv("CASE");
	int *x, *y;
	setenv("SIMCUDA_BUDGET", "2000000", 1);
	Case *one = Case::all;
	while (one && (!wanted || strcmp(one->name, wanted) != 0))
		one = one->next;
	if (!one) {
		fprintf(stderr, "CASE=%s: no such case\n", wanted ? wanted : "");
		return 2;
	}
	cudaMalloc(&x, COUNT * sizeof(int));
	cudaMalloc(&y, COUNT * sizeof(int));
	cudaMemset(x, 0, COUNT * sizeof(int));
	cudaMemset(y, 0, COUNT * sizeof(int));
	cudaDeviceSynchronize();
	one->run(x, y);
	cudaError_t error = cudaDeviceSynchronize();
	cudaSetDevice(0);
	cudaFree(x);
	cudaFree(y);
	return error != cudaSuccess;
}

#endif
