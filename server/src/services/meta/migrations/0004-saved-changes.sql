-- The tokens of changes that were saved from the dashboard. A token is recorded in the transaction of
-- its changes, so a browser that lost the response can ask whether they were saved, and a request
-- that arrives after that question can no longer save them. The role owns nothing else, and no right
-- on its table lets others attach code to it.

create role supabase_meta_admin nologin noinherit;
grant usage on schema stoa to supabase_meta_admin;
create table stoa.saved_changes (
  token uuid primary key,
  saved_at timestamptz not null default pg_catalog.now()
);
create index on stoa.saved_changes (saved_at);
alter table stoa.saved_changes owner to supabase_meta_admin;

-- Returns false if the token is recorded already; waits for a transaction that is recording it.
create function extensions.stoa_save_once(token uuid) returns boolean
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  with expired as (
    select old.token from stoa.saved_changes as old
    where old.saved_at < pg_catalog.now() - interval '1 day'
    limit 100
    for update skip locked
  ), forgotten as (
    delete from stoa.saved_changes as old using expired where old.token = expired.token
  ), recorded as (
    insert into stoa.saved_changes (token) values ($1) on conflict do nothing returning true
  )
  select exists (select from recorded)
$$;
alter function extensions.stoa_save_once(uuid) owner to supabase_meta_admin;
revoke all on function extensions.stoa_save_once(uuid) from public;
grant execute on function extensions.stoa_save_once(uuid) to postgres;
