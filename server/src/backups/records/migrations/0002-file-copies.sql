-- The last copy of each project's files in the store.
create table backups.file_copies (
  ref text primary key,
  -- When the store last had all files; null if it never had.
  copied_at timestamptz,
  files bigint not null default 0,
  bytes bigint not null default 0,
  -- Why the last attempt failed; null if it did not.
  failure text
);
