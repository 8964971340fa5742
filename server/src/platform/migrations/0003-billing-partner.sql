-- The marketplace that bills an organization, or null if this installation bills it.
alter table platform.organizations add column billing_partner text;
