-- The last restore of each project: what its job has to do, and the state before it until that is deleted.
create table fleet.restores (
  ref text primary key references fleet.instances (ref),
  -- The former data directory has the name `<ref>.before-<id>`.
  id text not null,
  -- replacing: the former data is set aside and the restored placed. returning: the former data comes back.
  -- kept: the project has the restored data. discarding: the former data is being deleted.
  phase text not null check (phase in ('replacing', 'returning', 'kept', 'discarding')),
  target jsonb not null,
  -- The status that the project has again if the former data comes back.
  status_before text not null,
  -- Why the former data comes back; null if a person asked for it.
  failure jsonb,
  requested_at timestamptz not null,
  restored_at timestamptz,
  kept_until timestamptz,
  check ((phase in ('kept', 'discarding')) <= (restored_at is not null and kept_until is not null))
);

-- A deleted project keeps its data until this time; null if it is being removed, or was not deleted.
alter table fleet.instances add column removal_due timestamptz;
create index on fleet.instances (removal_due) where removal_due is not null;
