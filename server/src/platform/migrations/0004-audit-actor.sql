-- Three kinds of actors have no account. Rows from before this column name the account alone; where
-- they name none, the kind of the actor is unknown and stays null.
alter table platform.audit_log
  add column actor_kind text
  check (actor_kind in ('nobody', 'operator_credential', 'person', 'system'));
update platform.audit_log set actor_kind = 'person' where actor_id is not null;
