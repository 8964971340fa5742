-- Filters, sorts and columns of a project's table that a person has saved. The number of the table
-- is its oid: a table keeps its views when it is renamed.
create table platform.table_views (
  project_id bigint not null references platform.projects on delete cascade,
  id uuid not null,
  owner_id uuid not null references platform.profiles on delete cascade,
  table_id bigint not null,
  name text not null,
  is_shared boolean not null,
  filter text not null,
  sort text not null,
  layout jsonb not null,
  version integer not null,
  primary key (project_id, id)
);
create index on platform.table_views (project_id, table_id);
create index on platform.table_views (owner_id);

-- The view with which a person opens a table.
create table platform.table_view_defaults (
  project_id bigint not null references platform.projects on delete cascade,
  owner_id uuid not null references platform.profiles on delete cascade,
  table_id bigint not null,
  view_id uuid not null,
  primary key (project_id, owner_id, table_id),
  foreign key (project_id, view_id) references platform.table_views on delete cascade
);
create index on platform.table_view_defaults (owner_id);
create index on platform.table_view_defaults (project_id, view_id);
