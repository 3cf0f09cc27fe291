/* error.c - the last error of each thread, and every error in words. */
#include "runtime.h"

typedef struct ErrorText {
	cudaError_t error;
	const char *name, *text;
} ErrorText;

#define ERROR(name, text)                                                                          \
	{                                                                                          \
		cuda##name, "cuda" #name, text                                                     \
	}

static const ErrorText texts[] = {
	ERROR(Success, "no error"),
	ERROR(ErrorInvalidValue, "an argument has a value that this call does not accept"),
	ERROR(ErrorMemoryAllocation, "out of memory: the allocation does not fit"),
	ERROR(ErrorInitializationError, "CUDA could not be initialised in this process"),
	ERROR(ErrorCudartUnloading, "the program is ending and CUDA with it"),
	ERROR(ErrorProfilerDisabled, "the profiler is not running"),
	ERROR(ErrorProfilerNotInitialized, "the profiler was not initialised (no longer returned)"),
	ERROR(ErrorProfilerAlreadyStarted, "the profiler runs already (no longer returned)"),
	ERROR(ErrorProfilerAlreadyStopped, "the profiler has stopped already (no longer returned)"),
	ERROR(ErrorInvalidConfiguration, "the grid or block has a size that the GPU cannot launch"),
	ERROR(ErrorInvalidPitchValue, "the pitch is smaller than the row, or too large"),
	ERROR(ErrorInvalidSymbol, "no device variable of that name"),
	ERROR(ErrorInvalidHostPointer, "not a valid host pointer (no longer returned)"),
	ERROR(ErrorInvalidDevicePointer, "not a valid device pointer (no longer returned)"),
	ERROR(ErrorInvalidTexture, "not a valid texture"),
	ERROR(ErrorInvalidTextureBinding, "the texture is not bound"),
	ERROR(ErrorInvalidChannelDescriptor, "not a valid channel format"),
	ERROR(ErrorInvalidMemcpyDirection, "the copy direction is not one of cudaMemcpyKind"),
	ERROR(ErrorAddressOfConstant, "address of a constant taken (no longer returned)"),
	ERROR(ErrorTextureFetchFailed, "a texture could not be read (no longer returned)"),
	ERROR(ErrorTextureNotBound, "a texture was not bound (no longer returned)"),
	ERROR(ErrorSynchronizationError, "a synchronisation failed (no longer returned)"),
	ERROR(ErrorInvalidFilterSetting, "this texture cannot be filtered linearly"),
	ERROR(ErrorInvalidNormSetting, "this texture cannot be read as normalised numbers"),
	ERROR(ErrorMixedDeviceExecution, "device and emulated code mixed (no longer returned)"),
	ERROR(ErrorNotYetImplemented, "not implemented (no longer returned)"),
	ERROR(ErrorMemoryValueTooLarge, "a memory value was too large (no longer returned)"),
	ERROR(ErrorStubLibrary,
	      "the program runs with the stub of the driver library, not the driver"),
	ERROR(ErrorInsufficientDriver,
	      "the driver is older than this CUDA runtime needs, or missing"),
	ERROR(ErrorCallRequiresNewerDriver, "this call needs a newer driver"),
	ERROR(ErrorInvalidSurface, "not a valid surface"),
	ERROR(ErrorDuplicateVariableName, "two device variables have one name"),
	ERROR(ErrorDuplicateTextureName, "two textures have one name"),
	ERROR(ErrorDuplicateSurfaceName, "two surfaces have one name"),
	ERROR(ErrorDevicesUnavailable, "all GPUs are busy or closed to this process"),
	ERROR(ErrorIncompatibleDriverContext,
	      "the current driver context does not fit this runtime"),
	ERROR(ErrorMissingConfiguration, "the kernel launch has no configuration"),
	ERROR(ErrorPriorLaunchFailure, "an earlier launch failed (no longer returned)"),
	ERROR(ErrorLaunchMaxDepthExceeded, "kernels launch kernels too deeply"),
	ERROR(ErrorLaunchFileScopedTex, "a nested kernel uses a texture of file scope"),
	ERROR(ErrorLaunchFileScopedSurf, "a nested kernel uses a surface of file scope"),
	ERROR(ErrorSyncDepthExceeded, "nested kernels synchronise too deeply"),
	ERROR(ErrorLaunchPendingCountExceeded, "too many nested launches are pending"),
	ERROR(ErrorInvalidDeviceFunction, "no kernel belongs to this function on this GPU"),
	ERROR(ErrorNoDevice, "there is no GPU that CUDA can use"),
	ERROR(ErrorInvalidDevice, "no GPU has that number"),
	ERROR(ErrorDeviceNotLicensed, "the GPU has no valid licence for this"),
	ERROR(ErrorSoftwareValidityNotEstablished, "the software's validity was not established"),
	ERROR(ErrorStartupFailure, "CUDA failed inside while starting"),
	ERROR(ErrorInvalidKernelImage, "the device code is damaged or not for this GPU"),
	ERROR(ErrorDeviceUninitialized, "no context exists on the device"),
	ERROR(ErrorMapBufferObjectFailed, "a buffer could not be mapped"),
	ERROR(ErrorUnmapBufferObjectFailed, "a buffer could not be unmapped"),
	ERROR(ErrorArrayIsMapped, "the array is mapped and cannot be destroyed"),
	ERROR(ErrorAlreadyMapped, "mapped already"),
	ERROR(ErrorNoKernelImageForDevice, "the program holds no code for this GPU"),
	ERROR(ErrorAlreadyAcquired, "acquired already"),
	ERROR(ErrorNotMapped, "not mapped"),
	ERROR(ErrorNotMappedAsArray, "not mapped as an array"),
	ERROR(ErrorNotMappedAsPointer, "not mapped as a pointer"),
	ERROR(ErrorECCUncorrectable, "device memory has an error that ECC cannot correct"),
	ERROR(ErrorUnsupportedLimit, "the GPU does not have this limit"),
	ERROR(ErrorDeviceAlreadyInUse, "another thread uses the device exclusively"),
	ERROR(ErrorPeerAccessUnsupported, "the two GPUs cannot reach each other"),
	ERROR(ErrorInvalidPtx, "the PTX code does not compile"),
	ERROR(ErrorInvalidGraphicsContext, "not a valid graphics context"),
	ERROR(ErrorNvlinkUncorrectable, "NVLink has an error that cannot be corrected"),
	ERROR(ErrorJitCompilerNotFound, "the PTX compiler library is missing"),
	ERROR(ErrorUnsupportedPtxVersion, "the PTX code is newer than the driver"),
	ERROR(ErrorJitCompilationDisabled, "compiling PTX is switched off"),
	ERROR(ErrorUnsupportedExecAffinity, "the GPU does not have this kind of affinity"),
	ERROR(ErrorUnsupportedDevSideSync, "this device code may not synchronise by itself"),
	ERROR(ErrorContained, "an error was contained; the process must end"),
	ERROR(ErrorInvalidSource, "the device source is invalid"),
	ERROR(ErrorFileNotFound, "file not found"),
	ERROR(ErrorSharedObjectSymbolNotFound, "a shared object lacks a symbol"),
	ERROR(ErrorSharedObjectInitFailed, "a shared object did not initialise"),
	ERROR(ErrorOperatingSystem, "a call of the operating system failed"),
	ERROR(ErrorInvalidResourceHandle, "not a valid stream or event, or one of another device"),
	ERROR(ErrorIllegalState, "a resource is in a state that does not allow this"),
	ERROR(ErrorLossyQuery, "the answer would lose information"),
	ERROR(ErrorSymbolNotFound, "no symbol of that name"),
	ERROR(ErrorNotReady, "not finished yet"),
	ERROR(ErrorIllegalAddress, "the GPU used memory at an address that is not allocated"),
	ERROR(ErrorLaunchOutOfResources,
	      "the launch asks for more registers or memory than there are"),
	ERROR(ErrorLaunchTimeout, "the kernel ran too long"),
	ERROR(ErrorLaunchIncompatibleTexturing, "the launch does not fit the texture mode"),
	ERROR(ErrorPeerAccessAlreadyEnabled, "access to this peer is enabled already"),
	ERROR(ErrorPeerAccessNotEnabled, "access to this peer is not enabled"),
	ERROR(ErrorSetOnActiveProcess, "this cannot be set any more once CUDA is in use"),
	ERROR(ErrorContextIsDestroyed, "the context has been destroyed"),
	ERROR(ErrorAssert, "an assert in device code failed"),
	ERROR(ErrorTooManyPeers, "no more peers can be enabled"),
	ERROR(ErrorHostMemoryAlreadyRegistered, "part of this host memory is registered already"),
	ERROR(ErrorHostMemoryNotRegistered, "no registered host memory starts there"),
	ERROR(ErrorHardwareStackError, "the GPU's call stack is damaged"),
	ERROR(ErrorIllegalInstruction, "the GPU met an illegal instruction"),
	ERROR(ErrorMisalignedAddress, "the GPU used memory at an address that is not aligned"),
	ERROR(ErrorInvalidAddressSpace, "an instruction met an address of another memory space"),
	ERROR(ErrorInvalidPc, "the GPU's program counter left the program"),
	ERROR(ErrorLaunchFailure, "a kernel died on the GPU"),
	ERROR(ErrorCooperativeLaunchTooLarge,
	      "more cooperating blocks than fit on the GPU at once"),
	ERROR(ErrorTensorMemoryLeak, "a kernel ended without freeing tensor memory"),
	ERROR(ErrorNotPermitted, "this is not permitted here"),
	ERROR(ErrorNotSupported, "this is not supported here"),
	ERROR(ErrorSystemNotReady, "a service that CUDA needs is not running"),
	ERROR(ErrorSystemDriverMismatch, "driver and display driver have different versions"),
	ERROR(ErrorCompatNotSupportedOnDevice, "forward compatibility is not offered on this GPU"),
	ERROR(ErrorMpsConnectionFailed, "MPS: no connection to the control daemon"),
	ERROR(ErrorMpsRpcFailure, "MPS: a request failed"),
	ERROR(ErrorMpsServerNotReady, "MPS: the server is not ready"),
	ERROR(ErrorMpsMaxClientsReached, "MPS: too many clients"),
	ERROR(ErrorMpsMaxConnectionsReached, "MPS: too many connections"),
	ERROR(ErrorMpsClientTerminated, "MPS: the client was ended by the server"),
	ERROR(ErrorCdpNotSupported,
	      "the program uses kernels that launch kernels, which this GPU cannot"),
	ERROR(ErrorCdpVersionMismatch, "kernels that launch kernels are of different versions"),
	ERROR(ErrorStreamCaptureUnsupported, "this cannot be done while the stream is captured"),
	ERROR(ErrorStreamCaptureInvalidated, "an earlier error ended the capture"),
	ERROR(ErrorStreamCaptureMerge, "two captures would be merged"),
	ERROR(ErrorStreamCaptureUnmatched, "the capture did not start in this stream"),
	ERROR(ErrorStreamCaptureUnjoined, "a captured stream was not joined again"),
	ERROR(ErrorStreamCaptureIsolation, "the capture would depend on work outside it"),
	ERROR(ErrorStreamCaptureImplicit, "the capture would wait for the default stream"),
	ERROR(ErrorCapturedEvent, "the event was recorded in a capture"),
	ERROR(ErrorStreamCaptureWrongThread, "the capture was started by another thread"),
	ERROR(ErrorTimeout, "the wait timed out"),
	ERROR(ErrorGraphExecUpdateFailure, "the graph has changed too much to be updated"),
	ERROR(ErrorExternalDevice, "a device outside CUDA failed"),
	ERROR(ErrorInvalidClusterSize, "the cluster has a size that the GPU cannot launch"),
	ERROR(ErrorFunctionNotLoaded, "the function is not loaded"),
	ERROR(ErrorInvalidResourceType, "a resource is of the wrong type"),
	ERROR(ErrorInvalidResourceConfiguration, "a resource is configured wrongly"),
	ERROR(ErrorUnknown, "unknown error"),
	ERROR(ErrorApiFailureBase, "start of a range that is no longer used"),
};

static _Thread_local cudaError_t last;
static _Thread_local SimSite last_site; /* of the call that returned it */

/* Success does not clear an earlier error. */
cudaError_t runtime_return(cudaError_t error)
{
	if (error != cudaSuccess) {
		last = error;
		site_capture(&last_site);
	}
	return error;
}

int simcuda_error_place(char *text, size_t size)
{
	Resolver *resolver = last == cudaSuccess ? NULL : resolver_create();
	if (size > 0)
		text[0] = '\0';
	if (!resolver || size == 0) {
		resolver_free(resolver);
		return 0;
	}
	resolver_text(resolver, &last_site, text, size);
	resolver_free(resolver);
	return text[0] != '\0';
}

/* After these the GPU's state is lost: CUDA refuses all further work of the process. */
int error_is_sticky(cudaError_t error)
{
	return error == cudaErrorIllegalAddress || error == cudaErrorLaunchFailure;
}

cudaError_t cudaGetLastError(void)
{
	cudaError_t error = last;
	if (!error_is_sticky(error))
		last = cudaSuccess;
	return error;
}

cudaError_t cudaPeekAtLastError(void)
{
	return last;
}

static const ErrorText *find_text(cudaError_t error)
{
	static const ErrorText unknown = {cudaErrorUnknown, "unrecognized error code",
					  "unrecognized error code"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (texts[i].error == error)
			return &texts[i];
	return &unknown;
}

const char *cudaGetErrorName(cudaError_t error)
{
	return find_text(error)->name;
}

const char *cudaGetErrorString(cudaError_t error)
{
	return find_text(error)->text;
}
