-- A session that restores a dump disables the triggers of its tables with session_replication_role.
-- The API still has to learn which tables there are.
alter event trigger pgrst_ddl_watch enable always;
alter event trigger pgrst_drop_watch enable always;
