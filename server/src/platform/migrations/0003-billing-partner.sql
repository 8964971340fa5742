-- The marketplace that bills an organization; null where this installation does so itself.
alter table platform.organizations add column billing_partner text;
