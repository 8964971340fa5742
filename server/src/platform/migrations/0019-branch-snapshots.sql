-- The schema that a branch and its parent come from, by which a comparison knows whose change a
-- difference is.
create table platform.branch_snapshots (
  project_id bigint primary key references platform.projects on delete cascade,
  parent_ref text not null,
  taken_at timestamptz not null,
  -- Whether it is from the creation of the branch, its last merge or its last update.
  is_exact boolean not null,
  -- Compressed.
  content bytea not null
);
