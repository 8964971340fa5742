-- A session that restores a dump disables ordinary triggers with session_replication_role. GraphQL
-- still needs to know of changed privileges.
alter event trigger graphql_grant_watch enable always;
