-- A session that restores a dump disables ordinary triggers with session_replication_role. The API
-- still needs to know the restored tables.
alter event trigger pgrst_ddl_watch enable always;
alter event trigger pgrst_drop_watch enable always;
