-- The last figures of the project's overview, shown while its database is stopped.
alter table fleet.instances
  add column overview jsonb,
  add column overview_at timestamptz;

-- Counters past their retention are deleted by their hour.
create index usage_by_hour on fleet.usage (hour);
