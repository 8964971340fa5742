-- What happens when a job is due while it runs. The table cron.job stays as pg_cron has it.

set local role supabase_cron_admin;

create table cron.stoa_overlap (
  jobid bigint primary key references cron.job on delete cascade,
  policy text not null check (policy in ('skip', 'queue', 'allow'))
);
comment on table cron.stoa_overlap is
  'What happens when a job is due while it runs: skip, queue (the default), or allow.';
alter table cron.stoa_overlap enable row level security;
create policy stoa_overlap_policy on cron.stoa_overlap for select to postgres using (true);
grant select on cron.stoa_overlap to postgres;

create trigger stoa_overlap_invalidate
  after insert or update or delete or truncate on cron.stoa_overlap
  for each statement execute function cron.job_cache_invalidate();

create function cron.stoa_set_overlap(job_id bigint, policy text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if policy is null or policy not in ('skip', 'queue', 'allow') then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('invalid overlap policy: %s', coalesce(left(policy, 200), 'null')),
      hint = 'Use skip, queue, or allow.';
  elsif not exists (select from cron.job as j where j.jobid = job_id) then
    raise exception using errcode = 'undefined_object',
      message = format('could not find valid entry for job %s', job_id),
      hint = 'See select jobid, jobname from cron.job.';
  end if;
  insert into cron.stoa_overlap as o (jobid, policy) values (job_id, stoa_set_overlap.policy)
  on conflict (jobid) do update set policy = excluded.policy;
end
$$;

create function cron.stoa_set_overlap(job_name text, policy text) returns void
  language plpgsql set search_path = '' as $$
declare
  found_job bigint := (select j.jobid from cron.job as j where j.jobname = job_name);
begin
  if found_job is null then
    raise exception using errcode = 'undefined_object',
      message = format('could not find valid entry for job ''%s''', job_name),
      hint = 'See select jobid, jobname from cron.job.';
  end if;
  perform cron.stoa_set_overlap(found_job, policy);
end
$$;

revoke execute on function cron.stoa_set_overlap(bigint, text), cron.stoa_set_overlap(text, text)
  from public;
grant execute on function cron.stoa_set_overlap(bigint, text), cron.stoa_set_overlap(text, text)
  to postgres;

reset role;
