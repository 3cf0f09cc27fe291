/* compile_cuda.h - compiles a lab with kernels. */
#ifndef GRADER_COMPILE_COMPILE_CUDA_H
#define GRADER_COMPILE_COMPILE_CUDA_H

#include "grader/compile/compiler.h"

/* Makes NAME.o, with kernels as they were written: findings are about each access in the source; and
 * with `optimised` NAME.opt.o, whose kernels count and take what optimised code does. 0, or -1 with the
 * outcome set. */
int cuda_compile(Step step, int optimised, CompileResult *result);

#endif
