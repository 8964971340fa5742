-- The tables that read-only members can read.
grant usage on schema storage to supabase_read_only_user;
grant select on storage.buckets, storage.objects, storage.s3_multipart_uploads,
  storage.s3_multipart_uploads_parts to supabase_read_only_user;
