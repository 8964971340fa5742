-- The last check of each project's database.
create table platform.advisor_reports (
  project_id bigint primary key references platform.projects on delete cascade,
  checked_at timestamptz not null,
  duration_ms integer not null,
  findings jsonb not null,
  failed jsonb not null,
  truncated text[] not null
);

-- Findings that members do not want to see. Without a key, all findings of the rule.
create table platform.advisor_ignored (
  project_id bigint not null references platform.projects on delete cascade,
  id uuid not null,
  rule text not null,
  cache_key text,
  reason text not null,
  ignored_by uuid references platform.profiles on delete set null,
  ignored_at timestamptz not null,
  primary key (project_id, id),
  unique nulls not distinct (project_id, rule, cache_key)
);
create index on platform.advisor_ignored (ignored_by) where ignored_by is not null;
