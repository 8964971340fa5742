-- The columns whose values are replaced in anonymized branches of a project.
create table platform.anonymization (
  project_id bigint primary key references platform.projects on delete cascade,
  rules jsonb not null,
  -- Null for the operator credential.
  updated_by uuid references platform.profiles on delete set null,
  updated_at timestamptz not null
);
create index on platform.anonymization (updated_by) where updated_by is not null;

alter table platform.branches drop constraint branches_content_check;
alter table platform.branches add constraint branches_content_check
  check (content in ('data', 'schema', 'anonymized'));
-- The past moment of its parent that a branch shows; null for the present of its creation.
alter table platform.branches add column copied_from timestamptz;
