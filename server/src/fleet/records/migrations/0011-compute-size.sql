-- The compute size of a project's database; null where it shares the machine without limits of its own.
alter table fleet.instances add column compute_size text;
