-- Deletions become one kind of job on many objects, beside moves and copies.
alter table storage.deletions rename to bulk_jobs;
alter table storage.bulk_jobs rename column deleted to finished;
alter table storage.bulk_jobs
  add column verb text not null default 'delete' check (verb in ('delete', 'move', 'copy')),
  add column names text[] collate "C" not null default '{}',
  add column prefixes text[] collate "C" not null default '{}',
  add column from_folder text not null default '',
  add column to_folder text not null default '',
  add column to_bucket text,
  add column skipped bigint not null default 0,
  add column skipped_names text[] not null default '{}',
  -- Whose policies decide: the claims of a caller, or null for a member.
  add column claims jsonb;
update storage.bulk_jobs set prefixes = array[prefix];
alter table storage.bulk_jobs drop column prefix;
