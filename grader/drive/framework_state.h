/* framework_state.h - what the framework keeps from call to call, and whether an exercise has put it back: part of
 * drive.c. */
#ifndef GRADER_DRIVE_FRAMEWORK_STATE_H
#define GRADER_DRIVE_FRAMEWORK_STATE_H

enum { STATE_GPUS = 8 };

typedef struct Framework {
	Device device;
	DevicePolicy policy;
	void *stream[STATE_GPUS];
} Framework;

/* Asks neither CUDA nor the machine; a check that forbids device_* has these functions all the same
 * (grader/compile/absent.sh). */
static Framework framework_now(void)
{
	Framework now = {.device = device_current(), .policy = device_policy()};

	for (int gpu = 0; gpu < STATE_GPUS; gpu++)
		now.stream[gpu] = stream_current((Device){DEVICE_GPU, gpu});
	return now;
}

/* 0: all of it is as it was. */
static int framework_changed(const Framework *before)
{
	const Framework now = framework_now();

	if (now.device.kind != before->device.kind || now.device.index != before->device.index)
		return STATE_DEVICE;
	if (now.policy != before->policy)
		return STATE_POLICY;
	for (int gpu = 0; gpu < STATE_GPUS; gpu++)
		if (now.stream[gpu] != before->stream[gpu])
			return STATE_STREAM;
	return 0;
}

#endif
