-- Functions that run with the service's privileges call these in the owner's session. A type without
-- a schema could resolve to one of the owner's temporary objects.

set local role supabase_cron_admin;

create or replace function cron.stoa_is_field(
  field text, lowest integer, highest integer, names text[]
) returns boolean
  language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  part pg_catalog.text;
  found_parts pg_catalog.text[];
  first_value integer;
  last_value integer;
begin
  foreach part in array string_to_array(field, ',') loop
    found_parts := regexp_match(part, '^(\*|[a-z0-9_]+)(?:-([a-z0-9_]+))?(?:/([0-9]{1,2}))?$');
    if found_parts is null or found_parts[3]::integer = 0 then
      return false;
    elsif found_parts[1] = '*' then
      if found_parts[2] is not null then
        return false;
      end if;
    else
      -- Cron gives a step only to a range.
      if found_parts[2] is null and found_parts[3] is not null then
        return false;
      end if;
      first_value := cron.stoa_value(found_parts[1], lowest, highest, names);
      last_value := cron.stoa_value(
        coalesce(found_parts[2], found_parts[1]), lowest, highest, names);
      if first_value is null or last_value is null or last_value < first_value then
        return false;
      end if;
    end if;
  end loop;
  return true;
end
$$;

create or replace function cron.stoa_is_schedule(schedule text) returns boolean
  language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  -- JavaScript treats these two characters as white space, but Postgres does not.
  spaced pg_catalog.text := translate(schedule, U&'\00A0\FEFF', '  ');
  trimmed pg_catalog.text := lower(regexp_replace(spaced, '^\s+|\s+$', '', 'g'));
  fields pg_catalog.text[] := regexp_split_to_array(trimmed, '\s+');
begin
  if length(trimmed) > 200 then
    return false;
  elsif trimmed ~ '^[0-9]{1,2}\s+seconds?$' then
    return fields[1]::integer between 1 and 59;
  elsif trimmed = any (
    '{@yearly,@annually,@monthly,@weekly,@daily,@midnight,@hourly}'::pg_catalog.text[]) then
    return true;
  end if;
  return cardinality(fields) = 5
    and cron.stoa_is_field(fields[1], 0, 59, '{}')
    and cron.stoa_is_field(fields[2], 0, 23, '{}')
    and (fields[3] = '$' or cron.stoa_is_field(fields[3], 1, 31, '{}'))
    and cron.stoa_is_field(fields[4], 1, 12,
      '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}')
    and cron.stoa_is_field(fields[5], 0, 7, '{sun,mon,tue,wed,thu,fri,sat}');
end
$$;

reset role;
