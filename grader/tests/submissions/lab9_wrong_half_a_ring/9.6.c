/* forgets the second half of the ring */
return (gpus - 1) * (bytes / gpus);
