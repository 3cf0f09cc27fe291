/* simcublas_settings.h - what a cuBLAS handle can be told besides its stream and modes, and
 * cuBLAS's log. Part of cublas_api.h.
 *
 * The settings are checked, kept and handed back; the simulated GPU works alike with all of them.
 */
#ifndef SIMCUBLAS_SETTINGS_H
#define SIMCUBLAS_SETTINGS_H

/* When products may be computed by emulation, that is by many products of lower precision. Here
 * none is: cuBLAS may use native arithmetic at any time. */
typedef enum {
	CUBLAS_EMULATION_STRATEGY_DEFAULT = 0,
	CUBLAS_EMULATION_STRATEGY_PERFORMANT = 1,
	CUBLAS_EMULATION_STRATEGY_EAGER = 2
} cublasEmulationStrategy_t;

#define CUBLAS_H_SETTING(Name, T)                                                                  \
	cublasStatus_t cublasSet##Name(cublasHandle_t handle, T value);                            \
	cublasStatus_t cublasGet##Name(cublasHandle_t handle, T *value);

/* How many multiprocessors to use, 0 (the default) for all; at most those of the GPU. */
CUBLAS_H_SETTING(SmCountTarget, int)

CUBLAS_H_SETTING(EmulationStrategy, cublasEmulationStrategy_t)
CUBLAS_H_SETTING(EmulationSpecialValuesSupport, cudaEmulationSpecialValuesSupport)
CUBLAS_H_SETTING(FixedPointEmulationMantissaControl, cudaEmulationMantissaControl)

/* The most bits of mantissa, 0 (the default) for no limit of the program's; and how many more than
 * computed. */
CUBLAS_H_SETTING(FixedPointEmulationMaxMantissaBitCount, int)
CUBLAS_H_SETTING(FixedPointEmulationMantissaBitOffset, int)

/* Where cuBLAS should write how many bits it used. Nothing is emulated here, so another pointer
 * than NULL prints a line and is CUBLAS_STATUS_NOT_SUPPORTED. */
CUBLAS_H_SETTING(FixedPointEmulationMantissaBitCountPointer, int *)

#undef CUBLAS_H_SETTING

/* The version of the CUDA runtime, as cudaRuntimeGetVersion gives it. */
size_t cublasGetCudartVersion(void);

/* Writes a line for each routine that is queued: to stdout, to stderr, to the end of a file (NULL:
 * none), and to a function. CUBLAS_STATUS_INVALID_VALUE when the file cannot be opened. */
typedef void (*cublasLogCallback)(const char *message);
cublasStatus_t cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr,
				     const char *logFileName);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback userCallback);
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *userCallback);

#endif
