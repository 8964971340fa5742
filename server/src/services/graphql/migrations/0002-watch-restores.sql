-- A session that restores a dump disables the triggers of its tables with session_replication_role.
-- GraphQL still has to learn of changed privileges.
alter event trigger graphql_grant_watch enable always;
