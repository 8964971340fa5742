-- Backups that members have asked for and that are not complete. A request stays until its backup
-- exists, so that a server that ends in between takes it after its next start.
create table platform.backup_requests (
  id uuid primary key,
  project_id bigint not null references platform.projects on delete cascade,
  name text not null,
  requested_at timestamptz not null,
  attempts integer not null default 0,
  -- The earliest time of the next attempt.
  due_at timestamptz not null,
  -- Why the last attempt has failed; null while it is still tried.
  failure text
);
create unique index backup_requests_waiting on platform.backup_requests (project_id)
  where failure is null;
create index on platform.backup_requests (project_id, requested_at);
