-- These functions run with the rights of the vault in the session of their caller. Without a schema,
-- a type could be one of the caller's temporary objects, such as a domain whose check reads the key.

set local role supabase_vault_admin;

create or replace function vault.stoa_keys() returns table (id uuid, key text)
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select substr(encode(sha256(convert_to(line, 'UTF8')), 'hex'), 1, 32)::pg_catalog.uuid, line
  from regexp_split_to_table(pg_read_file('stoa.key', 0, 130), '\s+')
    with ordinality as lines (line, number)
  where line <> ''
  order by number
$$;

create or replace function vault.stoa_current_key() returns uuid
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  in_use pg_catalog.uuid;
begin
  select k.id into in_use from vault.stoa_key_in_use as k for share;
  -- A data directory that lost its key has another one.
  return coalesce(
    (select k.id from vault.stoa_keys() as k where k.id = in_use),
    (select k.id from vault.stoa_keys() as k limit 1));
exception when undefined_file then
  raise exception using
    errcode = 'VLT02',
    message = 'The file with the vault’s key is missing',
    hint = 'Restore the file stoa.key of the data directory, or restart the project for a new key.';
end
$$;

create or replace function vault.stoa_key(secret_id uuid, key_id uuid) returns text
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select encode(extensions.hmac(secret_id::pg_catalog.text, k.key, 'sha256'), 'hex')
  from vault.stoa_keys() as k where k.id = key_id
$$;

create or replace function vault.stoa_decrypt(secret text, secret_id uuid, key_id uuid) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  value pg_catalog.text := vault.stoa_open(secret, secret_id, key_id);
begin
  if value is null then
    raise exception using
      errcode = 'VLT01',
      message = format('The secret %s was encrypted with another key', secret_id),
      hint = 'A dump restores no secrets. Set the value again with vault.update_secret, or delete the secret.';
  end if;
  return value;
end
$$;

create or replace function vault.create_secret(
  new_secret text,
  new_name text default null,
  new_description text default '',
  new_key_id uuid default null
) returns uuid
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  new_id pg_catalog.uuid := gen_random_uuid();
  current_key pg_catalog.uuid := vault.stoa_current_key();
begin
  insert into vault.secrets (id, name, description, secret, key_id)
  values (
    new_id, new_name, coalesce(new_description, ''),
    vault.stoa_encrypt(new_secret, new_id, current_key), current_key);
  return new_id;
end
$$;

create or replace function vault.update_secret(
  secret_id uuid,
  new_secret text default null,
  new_name text default null,
  new_description text default null,
  new_key_id uuid default null
) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  current_key pg_catalog.uuid;
begin
  if new_secret is not null then
    current_key := vault.stoa_current_key();
  end if;
  update vault.secrets set
    secret = case when new_secret is null then secret
      else vault.stoa_encrypt(new_secret, id, current_key) end,
    key_id = coalesce(current_key, key_id),
    name = coalesce(new_name, name),
    description = coalesce(new_description, description),
    updated_at = now()
  where id = secret_id;
end
$$;

reset role;
