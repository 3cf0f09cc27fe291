/* device_text.c - the names of devices, read and written. */
#include "usegpu/device.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "framework/src/base/fail.h"

/* Reads a number as CUDA and the frameworks write it: digits, no leading zero. What stands behind
 * it, or NULL. */
static const char *parse_index(const char *text, int *index)
{
	int value = 0;
	if (*text < '0' || *text > '9' || (text[0] == '0' && text[1] >= '0' && text[1] <= '9'))
		return NULL;
	for (; *text >= '0' && *text <= '9'; text++) {
		if (value > (INT_MAX - (*text - '0')) / 10)
			return NULL;
		value = value * 10 + (*text - '0');
	}
	*index = value;
	return text;
}

/* Whether the whole text is the spelling, in which # stands for a number. */
static bool is_spelt(const char *text, const char *spelling, int *index)
{
	size_t head = strcspn(spelling, "#");
	if (strncasecmp(text, spelling, head) != 0)
		return false;
	if (!spelling[head])
		return !text[head];
	const char *rest = parse_index(text + head, index);
	return rest && strcasecmp(rest, spelling + head + 1) == 0;
}

/* What each framework prints or takes. A device that TensorFlow calls that of another job or task is
 * one of another computer, so it is none of these. */
static const struct {
	const char *text;
	DeviceKind kind;
} spellings[] = {
	{"cpu", DEVICE_CPU},
	{"cpu:#", DEVICE_CPU},
	{"gpu", DEVICE_GPU},
	{"gpu:#", DEVICE_GPU},
	/* MXNet */
	{"cpu(#)", DEVICE_CPU},
	{"gpu(#)", DEVICE_GPU},
	/* PyTorch */
	{"cuda", DEVICE_GPU},
	{"cuda:#", DEVICE_GPU},
	{"device(type='cpu')", DEVICE_CPU},
	{"device(type='cuda')", DEVICE_GPU},
	{"device(type='cuda', index=#)", DEVICE_GPU},
	/* TensorFlow */
	{"/cpu:#", DEVICE_CPU},
	{"/gpu:#", DEVICE_GPU},
	{"/device:cpu:#", DEVICE_CPU},
	{"/device:gpu:#", DEVICE_GPU},
	{"/physical_device:cpu:#", DEVICE_CPU},
	{"/physical_device:gpu:#", DEVICE_GPU},
	{"/job:localhost/replica:0/task:0/device:cpu:#", DEVICE_CPU},
	{"/job:localhost/replica:0/task:0/device:gpu:#", DEVICE_GPU},
	/* PaddlePaddle */
	{"Place(cpu)", DEVICE_CPU},
	{"Place(gpu:#)", DEVICE_GPU},
};

int device_parse(const char *text, Device *device)
{
	error_begin(__func__);
	if (!text)
		return error_null("text");
	if (!device)
		return error_null("device");
	for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++) {
		int index = 0;
		if (!is_spelt(text, spellings[i].text, &index))
			continue;
		*device = spellings[i].kind == DEVICE_CPU ? device_cpu() : device_gpu(index);
		return STATUS_OK;
	}
	return error_set(
		STATUS_ARGUMENT,
		"\"%.60s\" names no device; wanted cpu, gpu or cuda, with :N behind it for "
		"number N, or what a framework prints, such as /device:GPU:N",
		text);
}

DeviceText device_text(Device device)
{
	DeviceText out = {"cpu"};
	if (device.kind == DEVICE_GPU)
		snprintf(out.text, sizeof(out.text), "gpu:%d", device.index);
	else if (device.kind != DEVICE_CPU)
		snprintf(out.text, sizeof(out.text), "kind %d", (int)device.kind);
	return out;
}
