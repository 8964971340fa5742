-- The server's tables and functions instead of supabase_vault's.

do $$
declare
  kept jsonb := (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from vault.decrypted_secrets as s);
  key_in_use uuid;
begin
  drop trigger if exists stoa_is_readable on vault.secrets;
  drop function if exists vault.stoa_refuse_unreadable();
  drop extension supabase_vault;
  drop schema if exists vault;
  alter schema stoa_parked_vault rename to vault;
  grant usage on schema vault to postgres, service_role;
  key_in_use := vault.stoa_current_key();
  insert into vault.secrets (id, name, description, secret, key_id, created_at, updated_at)
  select id, name, description, vault.stoa_encrypt(decrypted_secret, id, key_in_use), key_in_use,
    created_at, updated_at
  from jsonb_to_recordset(kept) as s (
    id uuid, name text, description text, decrypted_secret text,
    created_at timestamptz, updated_at timestamptz);
end
$$;
