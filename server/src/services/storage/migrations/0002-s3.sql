-- Access keys of the S3 protocol. Their secrets are encrypted; only the storage service reads them.
create table storage.s3_access_keys (
  id text primary key,
  -- A copy of a project does not take over its keys.
  project_ref text not null,
  description text not null,
  sealed_secret text not null,
  created_at timestamptz not null
);
revoke all on storage.s3_access_keys from postgres, anon, authenticated, service_role;
alter table storage.s3_access_keys enable row level security;

-- A part that is uploaded again replaces the one with its number.
create unique index s3_multipart_uploads_parts_number
  on storage.s3_multipart_uploads_parts (upload_id, part_number);

-- The content of parts is removed like that of objects.
create trigger note_deleted_version after delete on storage.s3_multipart_uploads_parts
  for each row execute function storage.note_removed_version();
create trigger note_replaced_version after update of version on storage.s3_multipart_uploads_parts
  for each row when (old.version is distinct from new.version)
  execute function storage.note_removed_version();
