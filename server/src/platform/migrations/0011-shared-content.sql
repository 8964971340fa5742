-- The Management API identifies accounts by a number.
alter table platform.profiles add column number bigint generated always as identity;

create table platform.snippet_folders (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references platform.projects on delete cascade,
  -- Null for a shared folder, which belongs to the project.
  owner_id uuid references platform.profiles on delete cascade,
  parent_id uuid references platform.snippet_folders on delete cascade,
  name text not null
);
create unique index snippet_folders_name on platform.snippet_folders
  (project_id, owner_id, parent_id, name) nulls not distinct;
create index on platform.snippet_folders (parent_id);

alter table platform.snippets
  add column visibility text not null default 'private' check (visibility in ('private', 'shared')),
  add column folder_id uuid references platform.snippet_folders on delete set null,
  add column inserted_at timestamptz,
  add column updated_by uuid references platform.profiles on delete set null,
  add column deleted_at timestamptz,
  add column deleted_by uuid references platform.profiles on delete set null;
update platform.snippets set inserted_at = updated_at, updated_by = owner_id;
alter table platform.snippets alter column inserted_at set not null;
-- Everybody sees a shared snippet, so its id alone must identify it.
create unique index snippets_shared on platform.snippets (project_id, id)
  where visibility = 'shared';
create index on platform.snippets (folder_id) where folder_id is not null;
create index on platform.snippets (deleted_at) where deleted_at is not null;

create table platform.snippet_favorites (
  user_id uuid not null references platform.profiles on delete cascade,
  project_id bigint not null,
  owner_id uuid not null,
  snippet_id uuid not null,
  primary key (project_id, owner_id, snippet_id, user_id),
  foreign key (project_id, owner_id, snippet_id) references platform.snippets on delete cascade
);

create table platform.snippet_versions (
  project_id bigint not null,
  owner_id uuid not null,
  snippet_id uuid not null,
  version integer not null,
  name text not null,
  sql text not null,
  author_id uuid references platform.profiles on delete set null,
  begun_at timestamptz not null,
  saved_at timestamptz not null,
  primary key (project_id, owner_id, snippet_id, version),
  foreign key (project_id, owner_id, snippet_id) references platform.snippets on delete cascade
);
insert into platform.snippet_versions
  select project_id, owner_id, id, version, name, sql, owner_id, updated_at, updated_at
  from platform.snippets;

-- Runs of SQL text in the editor, per person.
create table platform.sql_runs (
  position bigint generated always as identity primary key,
  user_id uuid not null references platform.profiles on delete cascade,
  project_id bigint not null references platform.projects on delete cascade,
  sql text not null,
  is_cut boolean not null,
  is_masked boolean not null,
  started_at timestamptz not null,
  duration_ms double precision not null,
  ended text,
  row_count double precision,
  error_code text,
  error_message text,
  role text
);
create index on platform.sql_runs (user_id, project_id, position desc);
create index on platform.sql_runs (started_at);
