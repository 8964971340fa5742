-- The id of a project as a branch, which clients of the Management API use beside its ref.
alter table platform.projects add column branch_id uuid not null default gen_random_uuid();
create unique index on platform.projects (branch_id);

-- The projects that are copies of another one. The row is deleted with its project.
create table platform.branches (
  project_id bigint primary key references platform.projects on delete cascade,
  -- The project without a parent that it descends from.
  root_id bigint not null references platform.projects on delete cascade,
  name text not null,
  git_branch text,
  content text not null check (content in ('data', 'schema')),
  is_persistent boolean not null,
  is_protected boolean not null default false,
  expires_at timestamptz,
  deletion_scheduled_at timestamptz,
  -- Null for the operator credential.
  created_by uuid references platform.profiles on delete set null,
  updated_at timestamptz not null,
  unique (root_id, name),
  check (not is_persistent or expires_at is null)
);
create index on platform.branches (created_by) where created_by is not null;
create index on platform.branches (expires_at) where expires_at is not null;
create index on platform.branches (deletion_scheduled_at) where deletion_scheduled_at is not null;
