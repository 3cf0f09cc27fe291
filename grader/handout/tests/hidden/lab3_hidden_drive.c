/* lab3_hidden_drive.c - the drive of a hidden check; it runs in the student's process. */
#include "drive.h"

__attribute__((weak)) Tensor *add_where_y_lives(Tensor *x, Tensor *y);

static void drive_3_92(Drive *d)
{
	Tensor *x = drive_tensor(d, "x"), *y = drive_tensor(d, "y");

	drive_go(d);
	Tensor *sum = add_where_y_lives(x, y);
	Tensor *z = sum ? add_where_y_lives(x, sum) : NULL;
	drive_end(d);
	drive_put_tensor(d, "z", z);
	tensor_free(z);
	tensor_free(sum);
	tensor_free(y);
	tensor_free(x);
}

const DriveCheck hidden_drives[] = {{"3.92", drive_3_92}, {NULL, NULL}};
