-- What the services last read for the project's overview, for when its database does not run.
alter table fleet.instances
  add column overview jsonb,
  add column overview_at timestamptz;

-- Counters past their retention are deleted by their hour.
create index usage_by_hour on fleet.usage (hour);
