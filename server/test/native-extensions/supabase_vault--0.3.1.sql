-- Stands for an encryption that binds a value to its id: decrypting with another id fails.
create function vault._crypto_encrypt(value text, id uuid) returns text
  language sql as $$ select encode(convert_to(id || value, 'utf8'), 'base64') $$;
create function vault._crypto_decrypt(secret text, id uuid) returns text
  language plpgsql as $$
declare
  value text := convert_from(decode(secret, 'base64'), 'utf8');
begin
  -- The library cannot decrypt an empty value either.
  if left(value, 36) <> id::text or length(value) = 36 then
    raise exception using errcode = 'data_exception', message = 'invalid ciphertext';
  end if;
  return substr(value, 37);
end
$$;
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
create unique index on vault.secrets (name) where name is not null;
create view vault.decrypted_secrets as
  select id, name, description, secret, vault._crypto_decrypt(secret, id) as decrypted_secret,
    key_id, nonce, created_at, updated_at
  from vault.secrets;
grant all on schema vault to pgsodium_keyiduser;

create function vault.create_secret(
  new_secret text, new_name text default null, new_description text default '',
  new_key_id uuid default null
) returns uuid
  language plpgsql set search_path = '' as $$
declare
  made uuid;
begin
  insert into vault.secrets (secret, name, description)
  values (new_secret, new_name, new_description) returning id into made;
  update vault.secrets set secret = vault._crypto_encrypt(secret, id) where id = made;
  return made;
end
$$;
create function vault.update_secret(
  secret_id uuid, new_secret text default null, new_name text default null,
  new_description text default null, new_key_id uuid default null
) returns void
  language sql set search_path = '' as $$
  update vault.secrets set
    secret = case when new_secret is null then secret
      else vault._crypto_encrypt(new_secret, id) end,
    name = coalesce(new_name, name),
    description = coalesce(new_description, description),
    updated_at = now()
  where id = secret_id
$$;
