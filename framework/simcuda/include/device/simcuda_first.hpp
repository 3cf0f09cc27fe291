/* simcuda_first.hpp - what the grader has clang read before a lab's kernels: one kernel that nobody launches. So clang
 * always makes the function that registers kernels, and its name, __cuda_module_ctor, is taken: an answer
 * cannot have a constructor of that name in its place (grader/compile/registering.c).
 *
 * A function of the file could have the name of one that clang's function calls, and would become part of it. So
 * there is a variable too, and whoever looks at the object finds a call of each of these that is the library's. What
 * labs have none of has functions here, whose names are taken. */
#ifndef SIMCUDA_FIRST_HPP
#define SIMCUDA_FIRST_HPP

/* nor has it one for managed variables */
#define SIMCUDA_NO_MANAGED_VARIABLES

/* <cmath> of libstdc++ brings Bessel functions and their kin since C++17, a quarter of what clang reads here, four
 * times a lab; labs have none of them */
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#endif
#include "cuda_runtime.h"

__attribute__((global, used)) static void simcuda_first(void)
{
}

#ifndef __CUDA_ARCH__
__attribute__((device, used)) static int simcuda_first_variable;

#define SIMCUDA_TAKEN(name)                                                                        \
	static void simcuda_taken##name(void) __asm__(#name);                                      \
	__attribute__((used, noinline)) static void simcuda_taken##name(void)                      \
	{                                                                                          \
		__builtin_trap();                                                                  \
	}
SIMCUDA_TAKEN(__cudaRegisterManagedVar)
SIMCUDA_TAKEN(__cudaRegisterTexture)
SIMCUDA_TAKEN(__cudaRegisterSurface)
#undef SIMCUDA_TAKEN
#endif

#endif
