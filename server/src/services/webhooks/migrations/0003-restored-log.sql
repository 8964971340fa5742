-- A dump of another installation sets the next number of this log.
grant update on sequence supabase_functions.hooks_id_seq to postgres;
