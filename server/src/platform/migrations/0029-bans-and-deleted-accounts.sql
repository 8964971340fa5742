-- The clients that the door of the databases refuses until a time, so that a restart ends no ban.
create table platform.network_bans (
  project_id bigint not null references platform.projects on delete cascade,
  -- An IPv4 address, or the network of an IPv6 address.
  network text not null,
  failures integer not null,
  banned_until timestamptz not null,
  primary key (project_id, network)
);

-- Accounts whose profile is deleted, until the auth service has deleted its part of them.
create table platform.deleted_accounts (user_id uuid primary key);

-- What a person has shared goes to an owner of the organization when their account is deleted.
alter table platform.snippet_favorites
  drop constraint snippet_favorites_project_id_owner_id_snippet_id_fkey,
  add foreign key (project_id, owner_id, snippet_id)
    references platform.snippets on update cascade on delete cascade;
alter table platform.snippet_versions
  drop constraint snippet_versions_project_id_owner_id_snippet_id_fkey,
  add foreign key (project_id, owner_id, snippet_id)
    references platform.snippets on update cascade on delete cascade;

-- How the results of a query are shown: as a table, a chart or a pivot, with their settings.
alter table platform.snippets add column view jsonb;
