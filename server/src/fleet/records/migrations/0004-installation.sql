-- One row: a text sealed with the installation key, so that a wrong key is noticed at the next start.
create table fleet.installation (
  only_row boolean primary key default true check (only_row),
  sealed bytea not null
);

-- The most that a project's database may occupy; null for the default.
alter table fleet.instances add column disk_limit_bytes bigint check (disk_limit_bytes > 0);
