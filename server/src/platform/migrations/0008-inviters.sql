-- The account that sent an invitation, whose name its page and its email show. Null for the command
-- line with the installation's own credential, and for invitations from before this column.
alter table platform.invitations
  add column invited_by uuid references platform.profiles on delete set null;
