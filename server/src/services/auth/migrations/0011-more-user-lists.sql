-- Indexes for more lists of the dashboard: the few users whose address is not confirmed, and the order
-- of phone numbers, which also serves searches by their start.
set local role supabase_auth_admin;

create index users_list_unconfirmed_idx on auth.users (coalesce(created_at, '-infinity'), id)
  where confirmed_at is null;
create index users_list_phone_order_idx on auth.users ((coalesce(phone, '') collate "C"), id);
drop index auth.users_list_phone_idx;

reset role;
