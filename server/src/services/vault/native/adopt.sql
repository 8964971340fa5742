-- Switches to the tables and functions of the engine's supabase_vault. The server's own are kept in
-- another schema. Nothing changes while a secret cannot be read, because that secret would be lost.

do $$
declare
  keys text[] := (
    select coalesce(array_agg(line), '{}')
    from regexp_split_to_table(pg_read_file('stoa.key', 0, 130, true), '\s+') as line where line <> '');
  -- In memory, so that no value is written to a file.
  kept jsonb := '[]';
  secret record;
  value text;
begin
  -- The same steps as vault.stoa_decrypt, which belongs to the role and is not called by this session,
  -- the superuser's.
  for secret in select * from vault.secrets loop
    begin
      value := (
        select extensions.pgp_sym_decrypt(decode(secret.secret, 'base64'),
          encode(extensions.hmac(secret.id::text, key, 'sha256'), 'hex'))
        from unnest(keys) as key
        where substr(encode(sha256(convert_to(key, 'UTF8')), 'hex'), 1, 32)::uuid = secret.key_id);
    exception when external_routine_invocation_exception or invalid_parameter_value then
      value := null;
    end;
    if value is null then
      raise exception using
        errcode = 'VLT01',
        message = format('The secret %s was encrypted with another key', secret.id),
        hint = 'Set its value again, or delete it, and restart the project.';
    end if;
    kept := kept || jsonb_build_object(
      'id', secret.id, 'name', secret.name, 'description', secret.description,
      'decrypted_secret', value,
      'created_at', secret.created_at, 'updated_at', secret.updated_at);
  end loop;
  -- The extension encrypts an empty value, but fails to decrypt it, and with it the whole view.
  if exists (
    select from jsonb_to_recordset(kept) as s (decrypted_secret text) where decrypted_secret = ''
  ) then
    raise exception using errcode = 'feature_not_supported',
      message = 'The extension supabase_vault cannot read an empty secret',
      hint = 'Give each secret a value, or delete it, and restart the project.';
  end if;
  alter schema vault rename to stoa_parked_vault;
  alter schema stoa_parked_vault owner to current_user;
  grant usage on schema stoa_parked_vault to supabase_vault_admin;
  revoke usage on schema stoa_parked_vault from postgres, service_role;
  -- Some versions grant to this role without creating it.
  if to_regrole('pgsodium_keyiduser') is null then
    create role pgsodium_keyiduser nologin;
  end if;
  create extension supabase_vault;
  for secret in
    select * from jsonb_to_recordset(kept)
      as s (id uuid, name text, description text, decrypted_secret text)
  loop
    -- A value is encrypted together with its id, which the function takes from the default.
    execute format('alter table vault.secrets alter column id set default %L::uuid', secret.id);
    perform vault.create_secret(secret.decrypted_secret, secret.name, secret.description);
  end loop;
  alter table vault.secrets alter column id set default gen_random_uuid();
  update vault.secrets as s set created_at = k.created_at, updated_at = k.updated_at
  from jsonb_to_recordset(kept) as k (id uuid, created_at timestamptz, updated_at timestamptz)
  where k.id = s.id;
  delete from stoa_parked_vault.secrets;
end
$$;

-- One value that cannot be decrypted would break the view of all secrets.
create function vault.stoa_refuse_unreadable() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (select s.decrypted_secret <> '' from vault.decrypted_secrets as s where s.id = new.id) then
    return null;
  end if;
  raise exception using errcode = 'invalid_parameter_value', message = 'A secret cannot be empty',
    hint = 'Enter a value, or delete the secret.';
exception when data_exception then
  raise exception using errcode = 'invalid_parameter_value',
    message = 'The extension supabase_vault cannot store this value',
    hint = 'It cannot decrypt an empty value. Enter a value, or delete the secret.';
end
$$;
create trigger stoa_is_readable after update of secret on vault.secrets
  for each row when (old.secret is distinct from new.secret)
  execute function vault.stoa_refuse_unreadable();

grant usage on schema vault to postgres, service_role;
grant select, delete on vault.secrets to postgres, service_role;
grant select on vault.decrypted_secrets to postgres, service_role;
revoke execute on all functions in schema vault from public;
alter function vault.create_secret(text, text, text, uuid)
  security definer set search_path = pg_catalog, pg_temp;
alter function vault.update_secret(uuid, text, text, text, uuid)
  security definer set search_path = pg_catalog, pg_temp;
grant execute on function
  vault.create_secret(text, text, text, uuid),
  vault.update_secret(uuid, text, text, text, uuid)
to postgres, service_role;
-- The view calls it as its reader.
do $$
declare
  decrypting regprocedure;
begin
  for decrypting in
    select oid from pg_proc where pronamespace = 'vault'::regnamespace and proname ~ 'decrypt'
  loop
    execute format('grant execute on function %s to postgres, service_role', decrypting);
  end loop;
end
$$;
