-- Read replicas of projects. A row exists as long as anything of its replica does: one that was removed
-- keeps its row until its slot and its folder are deleted.
create table fleet.replicas (
  identifier text primary key,
  ref text not null references fleet.instances (ref),
  region text not null,
  -- The slot on the primary that keeps the WAL for this copy of the data. Null before the first copy.
  slot text,
  created_at timestamptz not null,
  removed_at timestamptz
);
create index replicas_ref on fleet.replicas (ref);
