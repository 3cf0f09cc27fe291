/* compile_cuda.h - compiles a lab with kernels. */
#ifndef GRADER_COMPILE_COMPILE_CUDA_H
#define GRADER_COMPILE_COMPILE_CUDA_H

#include "grader/compile/compiler.h"

/* Makes NAME.o, with kernels as they were written: findings are about each access in the source; and
 * with `optimised` NAME.opt.o, whose kernels count and take what optimised code does. 0, or -1 with the
 * outcome set. */
int cuda_compile(Step step, int optimised, CompileResult *result);

/* Has clang read the headers that come before every lab's kernels, and keep what it read in the kit's build/,
 * PRECOMPILED, for all that is compiled later. Where that fails, or there is no clang, nothing is kept. */
void cuda_precompile(const Options *options);

#endif
