/* library_types.h - names that CUDA's libraries share: element types and parts of a version. */
#ifndef LIBRARY_TYPES_H
#define LIBRARY_TYPES_H

typedef enum cudaDataType_t {
	CUDA_R_32F = 0,
	CUDA_R_64F = 1,
	CUDA_R_16F = 2,
	CUDA_R_8I = 3,
	CUDA_C_32F = 4,
	CUDA_C_64F = 5,
	CUDA_C_16F = 6,
	CUDA_R_32I = 10,
	CUDA_R_16BF = 14,
	CUDA_C_16BF = 15
} cudaDataType;

typedef enum libraryPropertyType_t {
	MAJOR_VERSION,
	MINOR_VERSION,
	PATCH_LEVEL
} libraryPropertyType;

#ifndef __cplusplus
typedef enum cudaDataType_t cudaDataType_t;
typedef enum libraryPropertyType_t libraryPropertyType_t;
#endif

#endif
