-- Secrets that SQL can use and a dump does not show: the names and signatures of Supabase's vault.
-- Its role owns nothing else, and nobody can become it. It may read files of the data directory,
-- and reads one: the key.

create role supabase_vault_admin nologin noinherit;
grant execute on function pg_catalog.pg_read_file(text, bigint, bigint) to supabase_vault_admin;
create schema vault authorization supabase_vault_admin;
set local role supabase_vault_admin;
grant usage on schema vault to postgres, service_role;

create table vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text,
  description text not null default '',
  secret text not null,
  key_id uuid,
  nonce bytea,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
comment on table vault.secrets is 'Secrets, encrypted with a key that is not in the database.';
create unique index secrets_name_idx on vault.secrets (name) where name is not null;
grant select, delete on vault.secrets to postgres, service_role;

-- The key of one secret. Each has its own, so that a row cannot take the place of another.
create function vault.stoa_key(secret_id uuid) returns text
  language sql volatile security definer set search_path = '' as $$
  select pg_catalog.encode(
    extensions.hmac(
      secret_id::text, pg_catalog.pg_read_file('stoa.key', 0, 64), 'sha256'),
    'hex')
$$;
revoke execute on function vault.stoa_key(uuid) from public;

create function vault.stoa_encrypt(value text, secret_id uuid) returns text
  language sql volatile security definer set search_path = '' as $$
  select pg_catalog.encode(
    extensions.pgp_sym_encrypt(
      value, vault.stoa_key(secret_id), 'cipher-algo=aes256, compress-algo=0'),
    'base64')
$$;
revoke execute on function vault.stoa_encrypt(text, uuid) from public;

create function vault.stoa_decrypt(secret text, secret_id uuid) returns text
  language plpgsql volatile security definer set search_path = '' as $$
begin
  return extensions.pgp_sym_decrypt(
    pg_catalog.decode(secret, 'base64'), vault.stoa_key(secret_id));
exception
  when external_routine_invocation_exception or undefined_file or invalid_parameter_value then
    raise exception using
      errcode = 'VLT01',
      message = pg_catalog.format('The secret %s was encrypted with another key', secret_id),
      hint = 'A dump restores no secrets. Set the value again with vault.update_secret, or delete the secret.';
end
$$;
revoke execute on function vault.stoa_decrypt(text, uuid) from public;
grant execute on function vault.stoa_decrypt(text, uuid) to postgres, service_role;

create view vault.decrypted_secrets with (security_barrier) as
  select id, name, description, secret, vault.stoa_decrypt(secret, id) as decrypted_secret,
    key_id, nonce, created_at, updated_at
  from vault.secrets;
comment on view vault.decrypted_secrets is 'Secrets with their values.';
grant select on vault.decrypted_secrets to postgres, service_role;

create function vault.create_secret(
  new_secret text,
  new_name text default null,
  new_description text default '',
  new_key_id uuid default null
) returns uuid
  language plpgsql volatile security definer set search_path = '' as $$
declare
  new_id uuid := pg_catalog.gen_random_uuid();
begin
  insert into vault.secrets (id, name, description, secret, key_id)
  values (
    new_id, new_name, coalesce(new_description, ''), vault.stoa_encrypt(new_secret, new_id), new_key_id);
  return new_id;
end
$$;

create function vault.update_secret(
  secret_id uuid,
  new_secret text default null,
  new_name text default null,
  new_description text default null,
  new_key_id uuid default null
) returns void
  language sql volatile security definer set search_path = '' as $$
  update vault.secrets set
    secret = case when new_secret is null then secret
      else vault.stoa_encrypt(new_secret, id) end,
    name = coalesce(new_name, name),
    description = coalesce(new_description, description),
    key_id = coalesce(new_key_id, key_id),
    updated_at = pg_catalog.now()
  where id operator(pg_catalog.=) secret_id
$$;

revoke execute on function vault.create_secret(text, text, text, uuid) from public;
revoke execute on function vault.update_secret(uuid, text, text, text, uuid) from public;
grant execute on function vault.create_secret(text, text, text, uuid) to postgres, service_role;
grant execute on function vault.update_secret(uuid, text, text, text, uuid)
  to postgres, service_role;

reset role;
