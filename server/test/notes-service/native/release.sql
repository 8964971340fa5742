drop extension seg;
