-- The superuser's functions name the schema of each type.

create or replace function extensions.pgrst_refuse(message json, detail json) returns text
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise sqlstate 'PGRST' using
    message = message::pg_catalog.text, detail = detail::pg_catalog.text;
end
$$;
