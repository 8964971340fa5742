-- Statistics of statements, which the index advisor starts from. Only a superuser can install them.

create extension pg_stat_statements with schema extensions;
