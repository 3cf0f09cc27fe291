/* hardware.h - which real GPUs are here, found without waking the driver: a process that has
 * initialised CUDA could not fork any more. */
#ifndef HARDWARE_H
#define HARDWARE_H

/* How many NVIDIA GPUs this machine shows; 0 without a driver. */
int hardware_gpus(void);

#endif
