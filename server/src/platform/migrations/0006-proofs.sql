-- An invitation has two tokens: that of the link which whoever invites gets, and one that only the
-- invited mailbox or an operator gets, which proves the address once. Open invitations from before
-- were shown to whoever invited, so they prove nothing.
alter table platform.invitations
  add column proof_digest bytea unique,
  add column proved_at timestamptz;

-- Until now, the platform confirmed every account without its mailbox, so whoever proves an address
-- next removes what came before. Operators' accounts were made with the setup link or by operators.
do $$
begin
  if pg_catalog.to_regclass('auth.unproved_emails') is null then
    return;
  end if;
  insert into auth.unproved_emails (user_id)
  select u.id from auth.users u
  where u.email <> '' and u.email_confirmed_at is not null
    and not exists (
      select from platform.profiles p where p.user_id = u.id and p.is_operator
    )
  on conflict do nothing;
end
$$;
