-- Where the tables of a schema are in its picture: one layout for the project, which has no owner,
-- and one for each person who has moved tables.
create table platform.schema_layouts (
  project_id bigint not null references platform.projects on delete cascade,
  owner_id uuid references platform.profiles on delete cascade,
  schema_name text not null,
  positions jsonb not null,
  saved_at timestamptz not null,
  unique nulls not distinct (project_id, schema_name, owner_id)
);
create index on platform.schema_layouts (owner_id) where owner_id is not null;
