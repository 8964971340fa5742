-- Where the data of a project comes from: another project or a backup of it; null for the template.
alter table fleet.instances add column origin jsonb;
