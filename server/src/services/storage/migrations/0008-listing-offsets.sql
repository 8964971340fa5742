-- The rows before an offset are counted in batches, each by one statement, instead of one by one.
create or replace function storage.list_level(
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
  left_to_skip integer := skip;
  passed integer;
  last_passed text;
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
  while left_to_skip > 0 loop
    if is_descending then
      with ahead as materialized (
        select o.name, case when has_folders
          then pg_catalog.strpos(pg_catalog.substr(o.name, prefix_length + 1), '/') else 0 end as slash
        from storage.objects as o
        where o.bucket_id = in_bucket and o.name > low and o.name < high
        order by o.name desc limit least(batch, left_to_skip)
      )
      select pg_catalog.count(*), pg_catalog.min(a.name),
        case when pg_catalog.max(a.slash) > 0 then (
          -- An object is an entry by itself, and everything in one folder is another one.
          select pg_catalog.count(*) from (
            select distinct case when part.slash > 0
              then pg_catalog.left(part.name, prefix_length + part.slash) else part.name end
            from ahead as part) as entries_ahead)
        else pg_catalog.count(*) end
      into found_rows, last_passed, passed from ahead as a;
    else
      with ahead as materialized (
        select o.name, case when has_folders
          then pg_catalog.strpos(pg_catalog.substr(o.name, prefix_length + 1), '/') else 0 end as slash
        from storage.objects as o
        where o.bucket_id = in_bucket and o.name > low and o.name < high
        order by o.name limit least(batch, left_to_skip)
      )
      select pg_catalog.count(*), pg_catalog.max(a.name),
        case when pg_catalog.max(a.slash) > 0 then (
          -- An object is an entry by itself, and everything in one folder is another one.
          select pg_catalog.count(*) from (
            select distinct case when part.slash > 0
              then pg_catalog.left(part.name, prefix_length + part.slash) else part.name end
            from ahead as part) as entries_ahead)
        else pg_catalog.count(*) end
      into found_rows, last_passed, passed from ahead as a;
    end if;
    if found_rows = 0 then
      return;
    end if;
    left_to_skip := left_to_skip - passed;
    slash := case when has_folders
      then pg_catalog.strpos(pg_catalog.substr(last_passed, prefix_length + 1), '/') else 0 end;
    if slash > 0 then
      last_passed := pg_catalog.left(last_passed, prefix_length + slash);
    end if;
    if is_descending then
      high := last_passed;
    else
      low := last_passed || case when slash > 0 then behind_all else '' end;
    end if;
    -- Small steps pass over large folders, large ones over objects and small folders.
    batch := case when passed * 8 < found_rows then 16 else least(batch * 4, 16384) end;
  end loop;
  batch := 16;
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
      remaining := remaining - 1;
      return next;
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
