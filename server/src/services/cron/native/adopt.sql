-- Switches to the tables and functions of the engine's pg_cron. The server's own are kept in another
-- schema. The server still runs the jobs, because pg_cron's launcher is off.

alter schema cron rename to stoa_parked_cron;
-- The owner of a schema can replace what is in it.
alter schema stoa_parked_cron owner to current_user;
grant usage on schema stoa_parked_cron to supabase_cron_admin;
revoke usage on schema stoa_parked_cron from postgres;
create extension pg_cron;

insert into cron.job
  (jobid, schedule, command, nodename, nodeport, database, username, active, jobname)
select jobid, schedule, command, nodename, nodeport, database, username, active, jobname
from stoa_parked_cron.job;
select setval('cron.jobid_seq', last_value, is_called) from stoa_parked_cron.job_jobid_seq;

insert into cron.job_run_details
  (jobid, runid, job_pid, database, username, command, status, return_message, start_time, end_time)
select jobid, runid, job_pid, database, username, command, status, return_message, start_time,
  end_time
from stoa_parked_cron.job_run_details;
select setval('cron.runid_seq', last_value, is_called)
from stoa_parked_cron.job_run_details_runid_seq;

-- The server's additions to pg_cron.
alter table stoa_parked_cron.stoa_overlap drop constraint stoa_overlap_jobid_fkey;
alter table stoa_parked_cron.stoa_overlap set schema cron;
alter table stoa_parked_cron.stoa_project set schema cron;
alter function stoa_parked_cron.stoa_set_overlap(bigint, text) set schema cron;
alter function stoa_parked_cron.stoa_set_overlap(text, text) set schema cron;
delete from stoa_parked_cron.job;
delete from stoa_parked_cron.job_run_details;
-- pg_cron writes its jobs as the superuser, so the trigger's function belongs to it.
create function stoa_parked_cron.stoa_job_changed() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('stoa_cron', '');
  return null;
end
$$;
-- A row trigger, because pg_cron stops reading its insert after the first returned row, before
-- statement triggers run.
create trigger stoa_job_invalidate after insert or update or delete on cron.job
  for each row execute function stoa_parked_cron.stoa_job_changed();
create trigger stoa_jobs_invalidate after truncate on cron.job
  for each statement execute function stoa_parked_cron.stoa_job_changed();
-- pg_cron takes jobs for other databases, which the server would never run.
create function stoa_parked_cron.stoa_own_database() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception using errcode = 'invalid_parameter_value',
    message = format('Jobs cannot run in the database %s', new.database),
    hint = format('Schedule the job in the database %s.', current_database());
end
$$;
create trigger stoa_own_database before insert or update of database on cron.job
  for each row when (new.database <> current_database())
  execute function stoa_parked_cron.stoa_own_database();

grant usage on schema cron to supabase_cron_admin, postgres;
grant select, insert, update, delete on cron.job, cron.job_run_details to supabase_cron_admin;
grant usage on sequence cron.jobid_seq, cron.runid_seq to supabase_cron_admin;
create policy stoa_jobs on cron.job to supabase_cron_admin using (true);
create policy stoa_runs on cron.job_run_details to supabase_cron_admin using (true);
grant select on cron.job to postgres;
grant select, delete on cron.job_run_details to postgres;
grant execute on all functions in schema cron to postgres;
