/* simcuda_per_thread.h - for programs compiled with CUDA_API_PER_THREAD_DEFAULT_STREAM: each call
 * for which it matters stands for its form whose default stream is the calling thread's own. */
#ifndef SIMCUDA_PER_THREAD_H
#define SIMCUDA_PER_THREAD_H

#define cudaEventRecordWithFlags    cudaEventRecordWithFlags_ptsz
#define cudaEventRecord             cudaEventRecord_ptsz
#define cudaFreeAsync               cudaFreeAsync_ptsz
#define cudaLaunchCooperativeKernel cudaLaunchCooperativeKernel_ptsz
#define cudaLaunchHostFunc          cudaLaunchHostFunc_ptsz
#define cudaLaunchKernelExC         cudaLaunchKernelExC_ptsz
#define cudaLaunchKernel            cudaLaunchKernel_ptsz
#define cudaMallocAsync             cudaMallocAsync_ptsz
#define cudaMallocFromPoolAsync     cudaMallocFromPoolAsync_ptsz
#define cudaMemPrefetchAsync        cudaMemPrefetchAsync_ptsz
#define cudaMemcpy2DAsync           cudaMemcpy2DAsync_ptsz
#define cudaMemcpy2D                cudaMemcpy2D_ptds
#define cudaMemcpy3DAsync           cudaMemcpy3DAsync_ptsz
#define cudaMemcpy3DPeerAsync       cudaMemcpy3DPeerAsync_ptsz
#define cudaMemcpy3DPeer            cudaMemcpy3DPeer_ptds
#define cudaMemcpy3D                cudaMemcpy3D_ptds
#define cudaMemcpyAsync             cudaMemcpyAsync_ptsz
#define cudaMemcpy                  cudaMemcpy_ptds
#define cudaMemset2DAsync           cudaMemset2DAsync_ptsz
#define cudaMemset2D                cudaMemset2D_ptds
#define cudaMemset3DAsync           cudaMemset3DAsync_ptsz
#define cudaMemset3D                cudaMemset3D_ptds
#define cudaMemsetAsync             cudaMemsetAsync_ptsz
#define cudaMemset                  cudaMemset_ptds
#define cudaStreamAddCallback       cudaStreamAddCallback_ptsz
#define cudaStreamAttachMemAsync    cudaStreamAttachMemAsync_ptsz
#define cudaStreamGetDevice         cudaStreamGetDevice_ptsz
#define cudaStreamGetFlags          cudaStreamGetFlags_ptsz
#define cudaStreamGetId             cudaStreamGetId_ptsz
#define cudaStreamGetPriority       cudaStreamGetPriority_ptsz
#define cudaStreamIsCapturing       cudaStreamIsCapturing_ptsz
#define cudaStreamQuery             cudaStreamQuery_ptsz
#define cudaStreamSynchronize       cudaStreamSynchronize_ptsz
#define cudaStreamWaitEvent         cudaStreamWaitEvent_ptsz

#endif
