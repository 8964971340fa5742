-- Buckets and objects, with the same names as in a hosted project, so that its policies, functions,
-- and clients work. The migrations sign in as the owner of the schema.
set local role supabase_storage_admin;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.migrations (
  id integer primary key,
  name varchar(100) unique not null,
  hash varchar(40) not null,
  executed_at timestamp default current_timestamp
);

create table storage.buckets (
  id text not null primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD',
  constraint buckets_name_length check (pg_catalog.length(name) <= 100)
);
comment on column storage.buckets.owner is 'Field is deprecated, use owner_id instead';

-- Names sort by their bytes, so that one index serves lookups, prefixes and pages in order.
create table storage.objects (
  id uuid not null primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text collate "C",
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (pg_catalog.string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
comment on column storage.objects.owner is 'Field is deprecated, use owner_id instead';
create unique index bucketid_objname on storage.objects (bucket_id, name);
-- A row refers to the content of no other row, whoever writes it.
create unique index objects_version on storage.objects (version);

create table storage.s3_multipart_uploads (
  id text primary key,
  in_progress_size bigint not null default 0,
  upload_signature text not null,
  bucket_id text not null references storage.buckets (id),
  key text collate "C" not null,
  version text not null,
  owner_id text,
  created_at timestamptz not null default now(),
  user_metadata jsonb,
  metadata jsonb
);
create index idx_multipart_uploads_list
  on storage.s3_multipart_uploads (bucket_id, key, created_at);

create table storage.s3_multipart_uploads_parts (
  id uuid primary key default gen_random_uuid(),
  upload_id text not null references storage.s3_multipart_uploads (id) on delete cascade,
  size bigint not null default 0,
  part_number integer not null,
  bucket_id text not null references storage.buckets (id),
  key text collate "C" not null,
  etag text not null,
  owner_id text,
  version text not null,
  created_at timestamptz not null default now()
);
create index s3_multipart_uploads_parts_upload on storage.s3_multipart_uploads_parts (upload_id);

-- The content of rows that were deleted or replaced, until its files are removed. Written in the
-- transaction that deletes or replaces, so that a crash forgets no file. Every role can add to it,
-- because triggers run as whoever deletes; content that a row refers to is not removed.
create table storage.removed_versions (
  id bigint generated always as identity primary key,
  version text not null
);
revoke all on storage.removed_versions from postgres, anon, authenticated, service_role;
grant insert on storage.removed_versions to public;

alter table storage.migrations enable row level security;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.s3_multipart_uploads enable row level security;
alter table storage.s3_multipart_uploads_parts enable row level security;

-- Policies of a project call the functions below. Those that run as their caller set no
-- search_path, because it would also apply to the functions that policies call.

create function storage.foldername(name text) returns text[]
language sql immutable
as $$
  select (pg_catalog.string_to_array(name, '/'))[
    1 : pg_catalog.array_length(pg_catalog.string_to_array(name, '/'), 1) - 1]
$$;

create function storage.filename(name text) returns text
language sql immutable
as $$
  select (pg_catalog.string_to_array(name, '/'))[
    pg_catalog.array_length(pg_catalog.string_to_array(name, '/'), 1)]
$$;

create function storage.extension(name text) returns text
language sql immutable
as $$ select pg_catalog.reverse(pg_catalog.split_part(pg_catalog.reverse(storage.filename(name)), '.', 1)) $$;

create function storage.operation() returns text
language sql stable
as $$ select pg_catalog.current_setting('storage.operation', true) $$;

create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
language sql stable
as $$
  select pg_catalog.sum((o.metadata ->> 'size')::bigint)::bigint, o.bucket_id
  from storage.objects as o group by o.bucket_id
$$;

create function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb)
returns void
language plpgsql
as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata)
  values (bucketid, name, owner, metadata);
  -- The insertion only asks whether it is allowed.
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end
$$;

create function storage.update_updated_at_column() returns trigger
language plpgsql
as $$
begin
  new.updated_at = pg_catalog.now();
  return new;
end
$$;

create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

create function storage.enforce_bucket_name_length() returns trigger
language plpgsql
as $$
begin
  if pg_catalog.length(new.name) > 100 then
    raise exception 'bucket name "%" is too long (% characters). Max is 100.',
      new.name, pg_catalog.length(new.name);
  end if;
  return new;
end
$$;

create trigger enforce_bucket_name_length_trigger before insert or update of name on storage.buckets
  for each row execute function storage.enforce_bucket_name_length();

create function storage.protect_delete() returns trigger
language plpgsql
as $$
begin
  if coalesce(pg_catalog.current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501', hint = 'This prevents accidental data loss from orphaned objects.';
  end if;
  return null;
end
$$;

create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
create trigger protect_s3_multipart_uploads_delete before delete on storage.s3_multipart_uploads
  for each statement execute function storage.protect_delete();
create trigger protect_s3_multipart_uploads_parts_delete
  before delete on storage.s3_multipart_uploads_parts
  for each statement execute function storage.protect_delete();

create function storage.note_removed_version() returns trigger
language plpgsql
as $$
begin
  insert into storage.removed_versions (version) values (old.version);
  return null;
end
$$;

create trigger note_deleted_version after delete on storage.objects
  for each row when (old.version is not null)
  execute function storage.note_removed_version();
create trigger note_replaced_version after update of version on storage.objects
  for each row when (old.version is not null and old.version is distinct from new.version)
  execute function storage.note_removed_version();

-- One level of a bucket in the order of names: objects directly under the prefix, and one row
-- without an id for each folder. A folder is passed over with one step in the index, whatever it
-- contains. `after` is the name of the last row before the page; a folder's ends with a slash.
create function storage.list_level(
  in_bucket text,
  in_prefix text,
  page_size integer,
  skip integer default 0,
  after text default '',
  is_descending boolean default false,
  has_folders boolean default true
)
returns table (
  full_name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
language plpgsql stable
as $$
declare
  -- The last character of Unicode, which no name contains.
  behind_all constant text := pg_catalog.chr(1114111);
  prefix_length constant integer := pg_catalog.length(in_prefix);
  low text collate "C" := in_prefix;
  high text collate "C" := in_prefix || behind_all;
  batch integer := 16;
  remaining integer := page_size;
  skipped integer := 0;
  found_rows integer;
  slash integer;
  entries refcursor;
  entry record;
begin
  if after <> '' then
    if is_descending then
      high := after;
    elsif has_folders and pg_catalog.right(after, 1) = '/' and after <> in_prefix then
      low := after || behind_all;
    else
      low := after;
    end if;
  end if;
  while remaining > 0 loop
    found_rows := 0;
    if is_descending then
      open entries for
        select o.name, o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata
        from storage.objects as o
        where o.bucket_id = in_bucket and o.name > low and o.name < high
        order by o.name desc limit batch;
    else
      open entries for
        select o.name, o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata
        from storage.objects as o
        where o.bucket_id = in_bucket and o.name > low and o.name < high
        order by o.name limit batch;
    end if;
    batch := least(batch * 4, 4096);
    loop
      fetch entries into entry;
      exit when not found or remaining = 0;
      found_rows := found_rows + 1;
      slash := case when has_folders
        then pg_catalog.strpos(pg_catalog.substr(entry.name, prefix_length + 1), '/') else 0 end;
      if slash > 0 then
        full_name := pg_catalog.left(entry.name, prefix_length + slash);
        id := null; updated_at := null; created_at := null; last_accessed_at := null;
        metadata := null;
      else
        full_name := entry.name; id := entry.id; updated_at := entry.updated_at;
        created_at := entry.created_at; last_accessed_at := entry.last_accessed_at;
        metadata := entry.metadata;
      end if;
      if skipped < skip then
        skipped := skipped + 1;
      else
        remaining := remaining - 1;
        return next;
      end if;
      if is_descending then
        high := full_name;
      else
        low := full_name || case when slash > 0 then behind_all else '' end;
      end if;
      if slash > 0 then
        -- The rest of the batch may be in the same folder.
        batch := 16;
        exit;
      end if;
    end loop;
    close entries;
    exit when found_rows = 0;
  end loop;
end
$$;

-- One page of a folder as the API lists it, with names relative to the prefix.
create function storage.search(
  prefix text,
  bucketname text,
  limits integer default 100,
  levels integer default 1,
  offsets integer default 0,
  search text default '',
  sortcolumn text default 'name',
  sortorder text default 'asc'
)
returns table (
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
language plpgsql stable
as $$
declare
  is_descending constant boolean := pg_catalog.lower(sortorder) = 'desc';
  start constant integer := pg_catalog.length(prefix) + 1;
  pattern constant text := pg_catalog.regexp_replace(search, '([\\%_])', '\\\1', 'g') || '%';
begin
  if sortcolumn not in ('updated_at', 'created_at', 'last_accessed_at') and search = '' then
    return query
      select pg_catalog.rtrim(pg_catalog.substr(l.full_name, start), '/'),
        l.id, l.updated_at, l.created_at, l.last_accessed_at, l.metadata
      from storage.list_level(bucketname, prefix, limits, offsets, '', is_descending) as l;
    return;
  end if;
  -- Any other order needs the whole folder.
  return query
    with level as (
      select pg_catalog.split_part(pg_catalog.substr(o.name, start), '/', 1) collate "C" as part,
        pg_catalog.strpos(pg_catalog.substr(o.name, start), '/') > 0 as is_folder,
        o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata
      from storage.objects as o
      where o.bucket_id = bucketname and o.name > prefix
        and o.name < prefix || pg_catalog.chr(1114111)
    ), entry as (
      select distinct l.part, null::uuid as id, null::timestamptz as updated_at,
        null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from level as l where l.is_folder and l.part ilike pattern
      union all
      select l.part, l.id, l.updated_at, l.created_at, l.last_accessed_at, l.metadata
      from level as l where not l.is_folder and l.part ilike pattern
    )
    select e.part, e.id, e.updated_at, e.created_at, e.last_accessed_at, e.metadata
    from entry as e
    cross join lateral (
      select case sortcolumn
        when 'updated_at' then e.updated_at
        when 'created_at' then e.created_at
        when 'last_accessed_at' then e.last_accessed_at
      end as moment
    ) as sorting
    order by
      -- Folders come first, because they have no times.
      sorting.moment is not null,
      case when is_descending then null else sorting.moment end,
      case when is_descending then sorting.moment end desc,
      case when is_descending then null else e.part end,
      case when is_descending then e.part end desc
    limit limits offset offsets;
end
$$;

-- One page after a cursor, with whole names in `name` and the last part in `key`. Without folders if
-- `levels` is 0.
create function storage.search_v2(
  prefix text,
  bucket_name text,
  limits integer default 100,
  levels integer default 1,
  start_after text default '',
  sort_order text default 'asc',
  sort_column text default 'name',
  sort_column_after text default ''
)
returns table (
  key text,
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
language plpgsql stable
as $$
declare
  is_descending constant boolean := pg_catalog.lower(sort_order) = 'desc';
  -- Where the last part of a name begins.
  part_start constant integer := case when pg_catalog.strpos(prefix, '/') = 0 then 1
    else pg_catalog.length(prefix) - pg_catalog.strpos(pg_catalog.reverse(prefix), '/') + 2 end;
begin
  if sort_column not in ('updated_at', 'created_at') then
    return query
      select pg_catalog.rtrim(pg_catalog.substr(l.full_name, part_start), '/'), l.full_name,
        l.id, l.updated_at, l.created_at, l.last_accessed_at, l.metadata
      from storage.list_level(
        bucket_name, prefix, limits, 0, start_after, is_descending, levels > 0) as l;
    return;
  end if;
  return query
    with level as (
      select o.name, case when levels > 0
          then pg_catalog.strpos(pg_catalog.substr(o.name, pg_catalog.length(prefix) + 1), '/')
          else 0 end as slash,
        o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata
      from storage.objects as o
      where o.bucket_id = bucket_name and o.name > prefix
        and o.name < prefix || pg_catalog.chr(1114111)
    ), entry as (
      select distinct pg_catalog.left(l.name, pg_catalog.length(prefix) + l.slash) collate "C" as name,
        null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
        null::timestamptz as last_accessed_at, null::jsonb as metadata
      from level as l where l.slash > 0
      union all
      select l.name, l.id, l.updated_at, l.created_at, l.last_accessed_at, l.metadata
      from level as l where l.slash = 0
    ), sorted as (
      -- A folder has no times and comes first.
      select e.*, coalesce(
        case sort_column when 'updated_at' then e.updated_at else e.created_at end,
        case when is_descending then 'infinity'::timestamptz else '-infinity'::timestamptz end
      ) as moment
      from entry as e
    )
    select pg_catalog.rtrim(pg_catalog.substr(s.name, part_start), '/'), s.name::text,
      s.id, s.updated_at, s.created_at, s.last_accessed_at, s.metadata
    from sorted as s
    where start_after = ''
      or not is_descending and (s.moment, s.name) >
        (coalesce(nullif(sort_column_after, '')::timestamptz, '-infinity'), start_after collate "C")
      or is_descending and (s.moment, s.name) <
        (coalesce(nullif(sort_column_after, '')::timestamptz, 'infinity'), start_after collate "C")
    order by
      case when is_descending then null else s.moment end,
      case when is_descending then s.moment end desc,
      case when is_descending then null else s.name end,
      case when is_descending then s.name end desc
    limit limits;
end
$$;

-- The owner of the project writes the policies of these tables, for which Postgres asks that a role
-- owns them. So a role that both share does. The list of removed versions and the functions stay
-- with the administrator alone, and nobody gets the right to create something in the schema.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'supabase_storage_tables') then
    create role supabase_storage_tables nologin;
  end if;
end
$$;
grant supabase_storage_tables to supabase_storage_admin with inherit true, set true;
grant supabase_storage_tables to postgres with inherit true, set false;
grant usage, create on schema storage to supabase_storage_tables;
alter table storage.buckets owner to supabase_storage_tables;
alter table storage.objects owner to supabase_storage_tables;
alter table storage.s3_multipart_uploads owner to supabase_storage_tables;
alter table storage.s3_multipart_uploads_parts owner to supabase_storage_tables;
revoke create on schema storage from supabase_storage_tables;
