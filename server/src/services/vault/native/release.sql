-- The server's tables and functions instead of supabase_vault's.

do $$
declare
  kept jsonb := (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from vault.decrypted_secrets as s);
begin
  drop trigger if exists stoa_is_readable on vault.secrets;
  drop function if exists vault.stoa_refuse_unreadable();
  drop extension supabase_vault;
  drop schema if exists vault;
  alter schema stoa_parked_vault rename to vault;
  grant usage on schema vault to postgres, service_role;
  -- Runs with the rights of the vault: the superuser runs no function of another role.
  create function vault.stoa_keep_all(kept jsonb) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $keep$
  declare
    key_in_use pg_catalog.uuid := vault.stoa_current_key();
  begin
    insert into vault.secrets
      (id, name, description, secret, key_id, created_at, updated_at)
    select id, name, description, vault.stoa_encrypt(decrypted_secret, id, key_in_use), key_in_use,
      created_at, updated_at
    from jsonb_to_recordset(kept) as s (
      id pg_catalog.uuid, name pg_catalog.text, description pg_catalog.text,
      decrypted_secret pg_catalog.text, created_at pg_catalog.timestamptz,
      updated_at pg_catalog.timestamptz);
  end
  $keep$;
  alter function vault.stoa_keep_all(jsonb) owner to supabase_vault_admin;
  perform vault.stoa_keep_all(kept);
  drop function vault.stoa_keep_all(jsonb);
end
$$;
