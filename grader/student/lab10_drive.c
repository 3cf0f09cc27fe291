/* lab10_drive.c - calls the exercises of lab 10 in the student's process. */
#include "grader/student/kernels_numbers.h"

__attribute__((weak)) int scale(float *x, float a, int n);
__attribute__((weak)) int saxpy(float *y, float a, const float *x, int n, int blocks);
__attribute__((weak)) int sum_of_squares(const float *x, int n, float *sum);
__attribute__((weak)) int row_sums(const float *x, float *sums, int rows, int columns);
__attribute__((weak)) int damp(float *x, int n);

static void drive_10_1(Drive *d)
{
	float a = (float)drive_real(d, "a"), *x;

	cudaSetDevice((int)drive_int(d, "gpu"));
	x = numbers_make(d, "x");
	drive_go(d);
	int status = scale(x, a, (int)drive_count(d, "x"));
	numbers_end(d, status);
	numbers_put(d, "x", x);
	drive_thaw(d);
	cudaFree(x);
}

static void drive_10_2(Drive *d)
{
	float a = (float)drive_real(d, "a"), *x, *y;
	int blocks = (int)drive_int(d, "blocks");

	cudaSetDevice((int)drive_int(d, "gpu"));
	x = numbers_make(d, "x");
	y = numbers_make(d, "y");
	drive_go(d);
	int status = saxpy(y, a, x, (int)drive_count(d, "x"), blocks);
	numbers_end(d, status);
	numbers_put(d, "x", x);
	numbers_put(d, "y", y);
	drive_thaw(d);
	cudaFree(y);
	cudaFree(x);
}

static void drive_10_3(Drive *d)
{
	sum_drive(d, sum_of_squares);
}

static void drive_10_4(Drive *d)
{
	int rows = (int)drive_int(d, "rows"), columns = (int)drive_int(d, "columns");
	float *x, *sums;

	cudaSetDevice((int)drive_int(d, "gpu"));
	x = numbers_make(d, "x");
	sums = numbers_make(d, "sums");
	drive_go(d);
	int status = row_sums(x, sums, rows, columns);
	numbers_end(d, status);
	numbers_put(d, "x", x);
	numbers_put(d, "sums", sums);
	drive_thaw(d);
	cudaFree(sums);
	cudaFree(x);
}

static void drive_10_5(Drive *d)
{
	float *x;

	cudaSetDevice((int)drive_int(d, "gpu"));
	x = numbers_make(d, "x");
	drive_go(d);
	int status = damp(x, (int)drive_count(d, "x"));
	numbers_end(d, status);
	numbers_put(d, "x", x);
	drive_thaw(d);
	cudaFree(x);
}

const DriveCheck lab_drives[] = {{"10.1", drive_10_1}, {"10.2", drive_10_2}, {"10.3", drive_10_3},
				 {"10.4", drive_10_4}, {"10.5", drive_10_5}, {NULL, NULL}};
