-- Switches back to the server's tables and functions.

do $$
declare
  kept jsonb := (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from vault.decrypted_secrets as s);
  current_key record;
begin
  drop trigger if exists stoa_is_readable on vault.secrets;
  drop function if exists vault.stoa_refuse_unreadable();
  drop extension supabase_vault;
  drop schema if exists vault;
  alter schema stoa_parked_vault owner to supabase_vault_admin;
  alter schema stoa_parked_vault rename to vault;
  grant usage on schema vault to postgres, service_role;
  -- The same steps as vault.stoa_current_key and vault.stoa_encrypt, which belong to the role and are
  -- not called by this session, the superuser's.
  select key, id into current_key from (
    select line as key, number,
      substr(encode(sha256(convert_to(line, 'UTF8')), 'hex'), 1, 32)::uuid as id
    from regexp_split_to_table(pg_read_file('stoa.key', 0, 130), '\s+')
      with ordinality as lines (line, number)
    where line <> ''
  ) as found
  order by id = (select k.id from vault.stoa_key_in_use as k) desc nulls last, number limit 1;
  insert into vault.secrets (id, name, description, secret, key_id, created_at, updated_at)
  select id, name, description,
    encode(extensions.pgp_sym_encrypt(decrypted_secret,
      encode(extensions.hmac(id::text, current_key.key, 'sha256'), 'hex'),
      'cipher-algo=aes256, compress-algo=0, s2k-mode=1'), 'base64'),
    current_key.id, created_at, updated_at
  from jsonb_to_recordset(kept) as s (
    id uuid, name text, description text, decrypted_secret text,
    created_at timestamptz, updated_at timestamptz);
end
$$;
