-- Privileges change the GraphQL schema of a role, and the data API does not watch them. The
-- notification is delivered when the change commits.

create function extensions.graphql_grant_watch() returns event_trigger
  language plpgsql set search_path = '' as $$
begin
  notify graphql_grants;
end
$$;

create event trigger graphql_grant_watch on ddl_command_end
  when tag in ('GRANT', 'REVOKE')
  execute function extensions.graphql_grant_watch();

-- Raises an error inside a statement, which undoes its writes. Called when a mutation touched more
-- records than its `atMost` allows.
create function extensions.graphql_refuse(message text) returns json
  language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'GQ001' using message = message;
end
$$;
grant execute on function extensions.graphql_refuse(text) to public;
