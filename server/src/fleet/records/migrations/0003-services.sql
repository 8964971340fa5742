-- Counts the changes of a project's settings, so that the newer of two readings is known.
alter table fleet.instances add column settings_version bigint not null default 0;

-- The counters of each service of a project, one row per hour. Usage is metered from them.
create table fleet.usage (
  ref text not null,
  meter text not null,
  hour timestamptz not null,
  amount numeric not null,
  primary key (ref, meter, hour)
);
