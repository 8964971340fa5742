-- When the members of an idle free project were told that it will be paused.
alter table platform.projects add column idle_warned_at timestamptz;
