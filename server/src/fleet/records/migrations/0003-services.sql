-- Counts the changes of a project's settings, so that of two readings the newer is known.
alter table fleet.instances add column settings_version bigint not null default 0;

-- What each service of a project counted, an hour a row; usage is metered from it.
create table fleet.usage (
  ref text not null,
  meter text not null,
  hour timestamptz not null,
  amount numeric not null,
  primary key (ref, meter, hour)
);
