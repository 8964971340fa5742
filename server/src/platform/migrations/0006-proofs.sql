-- An invitation has two tokens: one in the link that the inviter can copy, and one that only the
-- invited mailbox or an operator gets, which proves the address once. Older open invitations were
-- shown to the inviter, so they prove nothing.
alter table platform.invitations
  add column proof_digest bytea unique,
  add column proved_at timestamptz;

-- Before this migration, the platform confirmed every account without checking the mailbox, so the
-- first proof of an address removes what came before it. Operators' accounts are exempt, because they
-- were created with the setup link or by operators.
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
