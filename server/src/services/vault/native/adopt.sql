-- The tables and functions of the engine's supabase_vault instead of the server's, which wait in
-- another schema. Nothing changes while a secret cannot be read, because it would be lost.

-- Runs with the rights of the vault: the superuser runs no function of another role.
create function vault.stoa_read_all() returns jsonb
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(to_jsonb(s)), '[]') from vault.decrypted_secrets as s
$$;
revoke execute on function vault.stoa_read_all() from public;
alter function vault.stoa_read_all() owner to supabase_vault_admin;

do $$
declare
  -- In memory, so that no value is written to a file.
  kept jsonb := vault.stoa_read_all();
  secret record;
begin
  drop function vault.stoa_read_all();
  -- The extension encrypts an empty value, but fails to decrypt it, and with it the whole view.
  if exists (
    select from jsonb_to_recordset(kept) as s (decrypted_secret text) where decrypted_secret = ''
  ) then
    raise exception using errcode = 'feature_not_supported',
      message = 'The extension supabase_vault cannot read an empty secret',
      hint = 'Give each secret a value, or delete it, and restart the project.';
  end if;
  alter schema vault rename to stoa_parked_vault;
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
