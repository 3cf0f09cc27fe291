/* lab11_drive.c - calls the exercises of lab 11 in the student's process. */
#include "grader/student/kernels_numbers.h"

__attribute__((weak)) int reverse_pieces(float *x, int n);
__attribute__((weak)) int transpose(float *out, const float *x, int rows, int columns);
__attribute__((weak)) int sum_up(const float *x, int n, float *sum);
__attribute__((weak)) int softmax_rows(float *out, const float *x, int rows, int columns);
__attribute__((weak)) int product(float *c, const float *a, const float *b, int n, int m, int k);

static void drive_11_1(Drive *d)
{
	float *x;

	cudaSetDevice((int)drive_int(d, "gpu"));
	x = numbers_make(d, "x");
	drive_go(d);
	int status = reverse_pieces(x, (int)drive_count(d, "x"));
	numbers_end(d, status);
	numbers_put(d, "x", x);
	drive_thaw(d);
	cudaFree(x);
}

/* An exercise that makes a matrix of another one. */
typedef int MatrixCall(float *out, const float *x, int rows, int columns);

static void matrix_drive(Drive *d, MatrixCall *call)
{
	int rows = (int)drive_int(d, "rows"), columns = (int)drive_int(d, "columns");
	float *x, *out;

	cudaSetDevice((int)drive_int(d, "gpu"));
	x = numbers_make(d, "x");
	out = numbers_room(drive_count(d, "x"));
	drive_go(d);
	int status = call(out, x, rows, columns);
	numbers_end(d, status);
	numbers_put(d, "x", x);
	if (status == 0) /* nobody has written it where the launch was refused */
		drive_put_device_floats(d, "out", out, drive_count(d, "x"));
	drive_thaw(d);
	cudaFree(out);
	cudaFree(x);
}

static void drive_11_2(Drive *d)
{
	matrix_drive(d, transpose);
}

static void drive_11_3(Drive *d)
{
	sum_drive(d, sum_up);
}

static void drive_11_4(Drive *d)
{
	matrix_drive(d, softmax_rows);
}

static void drive_11_5(Drive *d)
{
	int n = (int)drive_int(d, "n"), m = (int)drive_int(d, "m"), k = (int)drive_int(d, "k");
	float *a, *b, *c;

	cudaSetDevice((int)drive_int(d, "gpu"));
	a = numbers_make(d, "a");
	b = numbers_make(d, "b");
	c = numbers_room((int64_t)n * m);
	drive_go(d);
	int status = product(c, a, b, n, m, k);
	numbers_end(d, status);
	numbers_put(d, "a", a);
	numbers_put(d, "b", b);
	if (status == 0)
		drive_put_device_floats(d, "c", c, (int64_t)n * m);
	drive_thaw(d);
	cudaFree(c);
	cudaFree(b);
	cudaFree(a);
}

const DriveCheck lab_drives[] = {{"11.1", drive_11_1}, {"11.2", drive_11_2}, {"11.3", drive_11_3},
				 {"11.4", drive_11_4}, {"11.5", drive_11_5}, {NULL, NULL}};
