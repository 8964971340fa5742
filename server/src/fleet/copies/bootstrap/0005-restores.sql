-- Lets the project's owner restore a dump of another installation. Its data begins with
-- `set session_replication_role = replica`, so that the owner's triggers do not run for restored rows.
-- The owner can already disable triggers and foreign keys of their own tables.
grant set on parameter session_replication_role to postgres;
-- Dumps install the extension pg_graphql with this schema. The service for GraphQL does not use it.
create schema graphql;
comment on schema graphql is 'GraphQL: not used. The service does not need functions in the database.';
