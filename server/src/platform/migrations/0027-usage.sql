-- The usage of each project per product and hour, from which invoices are made. The amount of an
-- hour is set, not added to, so that collecting an hour again changes nothing.
create table platform.usage_hours (
  project_id bigint not null references platform.projects on delete cascade,
  product text not null,
  hour timestamptz not null,
  amount bigint not null check (amount >= 0),
  primary key (project_id, product, hour)
);
create index on platform.usage_hours (hour);

-- One row: the last hour that was collected. Hours since then are collected again after an
-- interruption. It is no setting, because it changes by itself.
create table platform.usage_state (
  is_only_row boolean primary key default true check (is_only_row),
  hour timestamptz not null
);
