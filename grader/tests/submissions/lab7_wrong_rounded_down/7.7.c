int most = products / gpus;
return (alone_us + products * product_us) / (alone_us + most * product_us);
