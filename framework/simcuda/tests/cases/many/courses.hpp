// courses.hpp - what the files of courses' programs share: arrays there and back, and an expectation.
#ifndef COURSES_HPP
#define COURSES_HPP

#include "many.hpp"
#include <vector>

static inline void expect(const char *what, long got, long wanted)
{
	if (got != wanted)
		fprintf(stderr, "%s: %ld, not %ld\n", what, got, wanted);
}
template <class T> static std::vector<T> back(const T *d, int n)
{
	std::vector<T> host(n);
	cudaMemcpy(host.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
	return host;
}
template <class T> static T *on_gpu(const std::vector<T> &host)
{
	T *d;
	cudaMalloc(&d, host.size() * sizeof(T));
	cudaMemcpy(d, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
	return d;
}

#endif
