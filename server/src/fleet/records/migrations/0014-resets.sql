-- When the data of a project was last replaced with a fresh copy of another project's; null if never.
alter table fleet.instances add column reset_at timestamptz;
