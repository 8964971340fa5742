-- Records which key encrypted each secret, and rotates all secrets to another key in one transaction.
-- The server keeps the keys in one file: the current one and, during a rotation, the next one on a
-- second line.

-- The server signs in as the role to rotate, which no other role may.
alter role supabase_vault_admin login;
set local role supabase_vault_admin;

-- One row: the key for new values, or null before the first rotation.
create table vault.stoa_key_in_use (
  is_only boolean primary key default true check (is_only),
  id uuid,
  rotated_at timestamptz
);
comment on table vault.stoa_key_in_use is 'The key that new secrets are encrypted with.';
insert into vault.stoa_key_in_use default values;
grant select on vault.stoa_key_in_use to postgres;

-- The keys of the file by their ids, from which no key can be derived.
create function vault.stoa_keys() returns table (id uuid, key text)
  language sql volatile security definer set search_path = '' as $$
  select substr(encode(sha256(convert_to(line, 'UTF8')), 'hex'), 1, 32)::uuid, line
  from regexp_split_to_table(pg_read_file('stoa.key', 0, 130), '\s+')
    with ordinality as lines (line, number)
  where line <> ''
  order by number
$$;
revoke execute on function vault.stoa_keys() from public;

-- The key for new values. A rotation and a transaction that called this function wait for each other,
-- so that nothing is encrypted with a key that is about to be removed.
create function vault.stoa_current_key() returns uuid
  language plpgsql volatile security definer set search_path = '' as $$
declare
  in_use uuid;
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
revoke execute on function vault.stoa_current_key() from public;

-- The key of one secret. Each has its own, so that a row cannot take the place of another. Null if
-- the file does not contain the key.
create function vault.stoa_key(secret_id uuid, key_id uuid) returns text
  language sql volatile security definer set search_path = '' as $$
  select encode(extensions.hmac(secret_id::text, k.key, 'sha256'), 'hex')
  from vault.stoa_keys() as k where k.id = key_id
$$;
revoke execute on function vault.stoa_key(uuid, uuid) from public;

-- The key is random, so deriving it repeatedly would only take time.
create function vault.stoa_encrypt(value text, secret_id uuid, key_id uuid) returns text
  language sql volatile security definer set search_path = '' as $$
  select encode(
    extensions.pgp_sym_encrypt(value, vault.stoa_key(secret_id, key_id),
      'cipher-algo=aes256, compress-algo=0, s2k-mode=1'),
    'base64')
$$;
revoke execute on function vault.stoa_encrypt(text, uuid, uuid) from public;

-- The value, or null for one that cannot be decrypted.
create function vault.stoa_open(secret text, secret_id uuid, key_id uuid) returns text
  language plpgsql volatile security definer set search_path = '' as $$
begin
  return extensions.pgp_sym_decrypt(decode(secret, 'base64'), vault.stoa_key(secret_id, key_id));
exception
  when external_routine_invocation_exception or undefined_file or invalid_parameter_value then
    return null;
end
$$;
revoke execute on function vault.stoa_open(text, uuid, uuid) from public;

create function vault.stoa_decrypt(secret text, secret_id uuid, key_id uuid) returns text
  language plpgsql volatile security definer set search_path = '' as $$
declare
  value text := vault.stoa_open(secret, secret_id, key_id);
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
revoke execute on function vault.stoa_decrypt(text, uuid, uuid) from public;
grant execute on function vault.stoa_decrypt(text, uuid, uuid) to postgres, service_role;

create or replace view vault.decrypted_secrets with (security_barrier) as
  select id, name, description, secret, vault.stoa_decrypt(secret, id, key_id) as decrypted_secret,
    key_id, nonce, created_at, updated_at
  from vault.secrets;

-- Until now, there was one key, and callers could write any id.
do $$
begin
  update vault.secrets as s set key_id =
    (select k.id from vault.stoa_keys() as k
      where vault.stoa_open(s.secret, s.id, k.id) is not null limit 1);
exception when undefined_file then
  update vault.secrets set key_id = null;
end
$$;

create or replace function vault.create_secret(
  new_secret text,
  new_name text default null,
  new_description text default '',
  new_key_id uuid default null
) returns uuid
  language plpgsql volatile security definer set search_path = '' as $$
declare
  new_id uuid := gen_random_uuid();
  current_key uuid := vault.stoa_current_key();
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
  language plpgsql volatile security definer set search_path = '' as $$
declare
  current_key uuid;
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

-- Encrypts every readable secret with another key of the file, for the server. The others keep their
-- values, which the key that encrypted them may still open.
create function vault.stoa_rotate(new_key uuid) returns bigint
  language plpgsql volatile security definer set search_path = '' as $$
declare
  rotated bigint;
begin
  if not exists (select from vault.stoa_keys() as k where k.id = new_key) then
    raise exception 'The new key is not in the file';
  end if;
  update vault.stoa_key_in_use set id = new_key, rotated_at = now();
  with opened as materialized (
    select s.id, vault.stoa_open(s.secret, s.id, s.key_id) as value from vault.secrets as s
    where s.key_id in (select k.id from vault.stoa_keys() as k)
  )
  update vault.secrets as s
    set secret = vault.stoa_encrypt(opened.value, s.id, new_key), key_id = new_key
    from opened where s.id = opened.id and opened.value is not null;
  get diagnostics rotated = row_count;
  return rotated;
end
$$;
revoke execute on function vault.stoa_rotate(uuid) from public;

drop function vault.stoa_decrypt(text, uuid);
drop function vault.stoa_encrypt(text, uuid);
drop function vault.stoa_key(uuid);

reset role;
