/* log.c - cuBLAS's log: a line for each routine that is queued, to where the program says. It is
 * off until then, and costs a look at one flag. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "framework/simcuda/api/cublas/base/blas.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int on;
static int to_stdout, to_stderr;
static FILE *file;
static _Atomic(cublasLogCallback) callback;

cublasStatus_t cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr,
				     const char *logFileName)
{
	FILE *opened = logFileName ? fopen(logFileName, "a") : NULL;

	if (logFileName && !opened)
		return CUBLAS_STATUS_INVALID_VALUE;
	pthread_mutex_lock(&lock);
	if (file)
		fclose(file);
	file = opened;
	to_stdout = logToStdOut;
	to_stderr = logToStdErr;
	on = logIsOn != 0;
	pthread_mutex_unlock(&lock);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetLoggerCallback(cublasLogCallback userCallback)
{
	callback = userCallback;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *userCallback)
{
	if (!userCallback)
		return CUBLAS_STATUS_INVALID_VALUE;
	*userCallback = callback;
	return CUBLAS_STATUS_SUCCESS;
}

/* The program's function is called without the lock: it may call cuBLAS. */
void blas_log(const char *routine)
{
	if (!on)
		return;
	cublasLogCallback function = callback;
	char line[128];

	snprintf(line, sizeof line, "[cuBLAS] %s", routine);
	pthread_mutex_lock(&lock);
	FILE *targets[] = {to_stdout ? stdout : NULL, to_stderr ? stderr : NULL, file};
	for (int i = 0; i < 3; i++)
		if (targets[i]) {
			fprintf(targets[i], "%s\n", line);
			fflush(targets[i]);
		}
	pthread_mutex_unlock(&lock);
	if (function)
		function(line);
}
