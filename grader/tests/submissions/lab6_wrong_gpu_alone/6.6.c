/* forgets that queueing may be the slower of the two */
return steps * (queue_us + gpu_us + fetch_us) / (steps * gpu_us + fetch_us);
