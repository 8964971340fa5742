-- Read-only members see accounts without password hashes and tokens.
set local role supabase_auth_admin;

grant usage on schema auth to supabase_read_only_user;
grant select (
  instance_id, id, aud, role, email, email_confirmed_at, invited_at, confirmation_sent_at,
  recovery_sent_at, email_change, email_change_sent_at, last_sign_in_at, raw_app_meta_data,
  raw_user_meta_data, is_super_admin, created_at, updated_at, phone, phone_confirmed_at,
  phone_change, phone_change_sent_at, confirmed_at, email_change_confirm_status, banned_until,
  reauthentication_sent_at, is_sso_user, deleted_at, is_anonymous
) on auth.users to supabase_read_only_user;
grant select (
  provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email, id
) on auth.identities to supabase_read_only_user;
grant select (
  id, user_id, friendly_name, factor_type, status, created_at, updated_at, last_challenged_at
) on auth.mfa_factors to supabase_read_only_user;
grant select (instance_id, id, payload, created_at, ip_address)
  on auth.audit_log_entries to supabase_read_only_user;

reset role;
