-- Indexes for the dashboard's lists, so that paging in any order, and searching by the start of an
-- address or number, do not read the whole table.
set local role supabase_auth_admin;

create index users_list_created_idx on auth.users (coalesce(created_at, '-infinity'), id);
create index users_list_signed_in_idx on auth.users (coalesce(last_sign_in_at, '-infinity'), id);
create index users_list_email_idx on auth.users ((coalesce(lower(email), '') collate "C"), id);
create index users_list_phone_idx on auth.users ((phone collate "C")) where phone is not null;
create index users_list_banned_idx on auth.users (banned_until) where banned_until is not null;
create index identities_provider_idx on auth.identities (provider, user_id);
create index audit_log_entries_list_idx
  on auth.audit_log_entries (coalesce(created_at, '-infinity'), id);

reset role;
