/* choice.c - finding a GPU: the best one for a wish, and by its PCI address. */
#include <ctype.h>
#include <stdlib.h>

#include "framework/simcuda/api/cudart/runtime.h"

/* How many digits and marks "0000:01:00.0" has, with the end. */
#define PCI_TEXT 13

/* All GPUs of a machine are equal, so the first is as good as any. */
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
	if (!device || !prop)
		return runtime_return(cudaErrorInvalidValue);
	SimRequest request = {.code = SIM_GET_DEVICE};
	cudaError_t error = runtime_call(&request, NULL);
	if (error == cudaSuccess)
		*device = 0;
	return error;
}

cudaError_t cudaDeviceGetPCIBusId(char *pciBusId, int len, int device)
{
	struct cudaDeviceProp prop;
	if (!pciBusId || len < PCI_TEXT)
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = cudaGetDeviceProperties(&prop, device);
	if (error == cudaSuccess)
		snprintf(pciBusId, (size_t)len, "%04x:%02x:%02x.0", (unsigned)prop.pciDomainID,
			 (unsigned)prop.pciBusID, (unsigned)prop.pciDeviceID);
	return error;
}

/* Reads "domain:bus:device.function", of which the domain or the function may be missing. */
static int read_address(const char *text, long part[3])
{
	long number[3];
	int count = 0;
	const char *c = text;
	for (;;) {
		char *end;
		if (!isxdigit((unsigned char)*c) || count == 3)
			return 0;
		number[count++] = strtol(c, &end, 16);
		c = end;
		if (*c != ':')
			break;
		c++;
	}
	int function = *c == '.' && c[1] == '0' && c[2] == '\0';
	if (count < 2 || (*c != '\0' && !function))
		return 0;
	part[0] = count == 3 ? number[0] : 0;
	part[1] = number[count - 2];
	part[2] = number[count - 1];
	return 1;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *pciBusId)
{
	SimRequest request = {.code = SIM_GET_DEVICE};
	long part[3];
	if (!device || !pciBusId || !read_address(pciBusId, part))
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = runtime_call(&request, NULL);
	for (int i = 0; error == cudaSuccess && i < simcuda_machine()->gpus; i++) {
		struct cudaDeviceProp prop;
		error = cudaGetDeviceProperties(&prop, i);
		if (error == cudaSuccess && prop.pciDomainID == part[0] &&
		    prop.pciBusID == part[1] && prop.pciDeviceID == part[2]) {
			*device = i;
			return cudaSuccess;
		}
	}
	return runtime_return(error == cudaSuccess ? cudaErrorInvalidDevice : error);
}

/* Which devices a thread tries first cannot be told: that would change what the default is for
 * threads to come. */
cudaError_t cudaSetValidDevices(int *device_arr, int len)
{
	if (len < 0 || (len > 0 && !device_arr))
		return runtime_return(cudaErrorInvalidValue);
	for (int i = 0; i < len; i++)
		if (device_arr[i] < 0 || device_arr[i] >= simcuda_machine()->gpus)
			return runtime_return(cudaErrorInvalidDevice);
	return unsupported_call("cudaSetValidDevices");
}
