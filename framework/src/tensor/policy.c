/* policy.c - what happens to inputs on two devices.
 *
 * Whoever compares the devices of inputs does it here. A warning goes to stderr at once, one line,
 * and once for each place of the program: the texts of the places that were named are kept in a
 * table of fixed size, which all threads share. When it is full, one last line says so. */
#include "framework/src/tensor/policy.h"

#include <pthread.h>
#include <string.h>

#define PLACES 256

static _Thread_local DevicePolicy policy; /* zero: POLICY_ERROR */

static struct {
	pthread_mutex_t lock;
	int count;
	char text[PLACES][2 * sizeof(Text)];
} named = {.lock = PTHREAD_MUTEX_INITIALIZER};

DevicePolicy device_policy(void)
{
	return policy;
}

int device_set_policy(DevicePolicy wanted)
{
	error_begin(__func__);
	if (wanted != POLICY_ERROR && wanted != POLICY_WARN && wanted != POLICY_COPY)
		return error_set(STATUS_ARGUMENT,
				 "policy %d is unknown; wanted POLICY_ERROR, POLICY_WARN or "
				 "POLICY_COPY",
				 (int)wanted);
	policy = wanted;
	return STATUS_OK;
}

/* Whether this place is new. Call with the lock held. */
static bool first_time(const char *place)
{
	for (int i = 0; i < named.count && i < PLACES; i++)
		if (strcmp(named.text[i], place) == 0)
			return false;
	if (named.count > PLACES)
		return false;
	if (named.count < PLACES)
		snprintf(named.text[named.count], sizeof(named.text[0]), "%s", place);
	named.count++;
	return true;
}

static void warn(Device device, const char *x_name, const Tensor *y, const char *y_name)
{
	char place[sizeof(named.text[0])];
	snprintf(place, sizeof(place), "%s%s", error_function(), error_site().text);
	pthread_mutex_lock(&named.lock);
	if (first_time(place)) {
		if (named.count > PLACES)
			fprintf(stderr,
				"usegpu: warning: silent copies at more than %d places; "
				"no more are named\n",
				PLACES);
		else
			fprintf(stderr,
				"usegpu: warning: %s: %s is on %s, %s is on %s; %s is copied "
				"to %s%s\n",
				error_function(), x_name, device_text(device).text, y_name,
				device_text(y->device).text, y_name, device_text(device).text,
				error_site().text);
	}
	pthread_mutex_unlock(&named.lock);
}

int policy_check(Device device, const char *x_name, const Tensor *y, const char *y_name)
{
	if (device_equal(device, y->device) || policy != POLICY_ERROR)
		return STATUS_OK;
	return error_set(STATUS_DEVICE, "%s is on %s, %s is on %s; both must be on one device",
			 x_name, device_text(device).text, y_name, device_text(y->device).text);
}

int policy_copy(Device device, const char *x_name, const Tensor **y, const char *y_name,
		Tensor **copy)
{
	if (policy == POLICY_WARN)
		warn(device, x_name, *y, y_name);
	*copy = tensor_duplicate(*y, device);
	if (!*copy)
		return error_passed_on();
	*y = *copy;
	return STATUS_OK;
}
