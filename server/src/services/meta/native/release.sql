drop extension pg_stat_statements;
