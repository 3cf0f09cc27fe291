return a.start < b.end && b.start < a.end ? AT_THE_SAME_TIME : PROGRAM_WAITED;
