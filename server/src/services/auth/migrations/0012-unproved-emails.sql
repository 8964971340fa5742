-- Accounts whose address nobody has proved to own: a caller gave it, and no mail, provider or
-- administrator has confirmed that it is theirs. The first proof removes what such an account got
-- before it. Accounts from before this migration that are confirmed count as proved.
set local role supabase_auth_admin;

create table auth.unproved_emails (
  user_id uuid not null primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Two requests gave different passwords or metadata, so the account's can be a stranger's.
  is_contested boolean not null default false
);
comment on table auth.unproved_emails is 'Auth: accounts whose address nobody has proved to own.';
alter table auth.unproved_emails enable row level security;

-- Sign-ups that still wait for their mail. Only they have sent one; administrators' accounts have not.
insert into auth.unproved_emails (user_id)
select id from auth.users
where email <> '' and email_confirmed_at is null and phone_confirmed_at is null
  and confirmation_sent_at is not null and invited_at is null and not is_sso_user;

reset role;
