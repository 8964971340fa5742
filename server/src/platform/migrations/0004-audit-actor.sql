-- Three kinds of actors have no account. Older rows only name the account. Those without one are of
-- an unknown kind, which stays null.
alter table platform.audit_log
  add column actor_kind text
  check (actor_kind in ('nobody', 'operator_credential', 'person', 'system'));
update platform.audit_log set actor_kind = 'person' where actor_id is not null;
