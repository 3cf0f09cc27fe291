/* stays.h - a part of drive.c: tells the judge what there is more of when a drive has given back all that it got: blocks from
 * malloc(), tensors, threads. What is left is left by the exercise. */
#ifndef GRADER_DRIVE_STAYS_H
#define GRADER_DRIVE_STAYS_H

#include <sys/stat.h>
#include <sys/syscall.h>

/* Blocks that no variable leads to. */
static void kept_tell(void)
{
	FrameKept kept[KEPT_MAX];
	int count = drive_heap_kept(kept, KEPT_MAX);

	for (int i = 0; i < count; i++)
		kept[i].made -= crash_base;
	if (count > 0)
		frame_send(FRAME_KEPT, 0, "", kept, (size_t)count * sizeof *kept);
}

/* Blocks of which there are more than behind the round before, though some variable leads to them. */
static void grown_tell(void)
{
	FrameKept grown[KEPT_MAX];
	int64_t told[KEPT_MAX * GROWN_NUMBERS];
	int count = drive_heap_grown(grown, KEPT_MAX);

	for (int i = 0; i < count; i++) {
		told[GROWN_NUMBERS * i] = (int64_t)(grown[i].made - crash_base);
		told[GROWN_NUMBERS * i + 1] = (int64_t)grown[i].blocks;
		told[GROWN_NUMBERS * i + 2] = (int64_t)grown[i].bytes;
	}
	if (count > 0)
		frame_send(FRAME_INTS, 0, FRAME_GROWN, told,
			   (size_t)count * GROWN_NUMBERS * sizeof *told);
}

/* Of this process; 0: that cannot be told. */
static int64_t threads_living(void)
{
	struct stat task;

	return stat("/proc/self/task", &task) == 0 && task.st_nlink > 2 ? (int64_t)task.st_nlink - 2
									: 0;
}

/* A thread that has been waited for may be there for a little longer. */
static void threads_tell(int64_t before)
{
	const struct timespec little = {0, 1000000};
	int64_t more = threads_living() - before;

	for (int i = 0; i < 200 && more > 0; i++, more = threads_living() - before)
		syscall(SYS_nanosleep, &little, NULL);
	if (more > 0)
		frame_send(FRAME_INT, 0, FRAME_THREADS, &more, sizeof more);
}

/* The same of tensors, whose memory is the framework's. */
static void tensors_tell(int64_t before)
{
	const int64_t more = tensor_living() - before;

	if (more > 0)
		frame_send(FRAME_INT, 0, FRAME_TENSORS, &more, sizeof more);
}

#endif
