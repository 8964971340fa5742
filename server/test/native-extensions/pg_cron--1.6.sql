create schema cron;
create sequence cron.jobid_seq;
create table cron.job (
  jobid bigint primary key default nextval('cron.jobid_seq'),
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport integer not null default 5432,
  database text not null default current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  constraint jobname_username_uniq unique (jobname, username)
);
alter table cron.job enable row level security;
create policy cron_job_policy on cron.job using (username = current_user);
create sequence cron.runid_seq;
create table cron.job_run_details (
  jobid bigint,
  runid bigint primary key default nextval('cron.runid_seq'),
  job_pid integer,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);
alter table cron.job_run_details enable row level security;
create policy cron_job_run_details_policy on cron.job_run_details using (username = current_user);

create function cron.schedule(job_name text, schedule text, command text) returns bigint
  language sql security definer as $$
  insert into cron.job as j (jobname, schedule, command, username)
  values (job_name, schedule, command, session_user)
  on conflict on constraint jobname_username_uniq do update
    set schedule = excluded.schedule, command = excluded.command
  returning jobid
$$;
create function cron.schedule(schedule text, command text) returns bigint
  language sql as $$ select cron.schedule(null, schedule, command) $$;
create function cron.alter_job(
  job_id bigint, schedule text default null, command text default null,
  database text default null, username text default null, active boolean default null
) returns void
  language sql security definer as $$
  update cron.job as j set
    schedule = coalesce(alter_job.schedule, j.schedule),
    command = coalesce(alter_job.command, j.command),
    database = coalesce(alter_job.database, j.database),
    active = coalesce(alter_job.active, j.active)
  where j.jobid = job_id
$$;
-- The original deletes without triggers.
create function cron.unschedule(job_id bigint) returns boolean
  language plpgsql security definer as $$
begin
  set local session_replication_role = replica;
  delete from cron.job where jobid = job_id;
  set local session_replication_role = origin;
  return true;
end
$$;
