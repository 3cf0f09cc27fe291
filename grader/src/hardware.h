/* hardware.h - which real GPUs are here, found without waking the driver: a process that has
 * initialised CUDA could not fork any more. */
#ifndef HARDWARE_H
#define HARDWARE_H

/* How many NVIDIA GPUs this machine shows; 0 without a driver. */
int hardware_gpus(void);

/* The first ones of those that we may use ourselves (a cluster gives each of its jobs some), as in
 * CUDA_VISIBLE_DEVICES; to be freed. */
char *hardware_list(int gpus);

/* For the environment of every program on real GPUs: they are counted as the driver's tools do. */
#define HARDWARE_ORDER "CUDA_DEVICE_ORDER=PCI_BUS_ID"

#endif
